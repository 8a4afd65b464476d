import FudeEvdev
import FudeModel
import FudeSimulation
import Testing

@Suite("A simulated session")
struct SimulationTests {
  @Test("is fixed by its seed")
  func seed() {
    let once = Simulation(Simulation.Options(seed: 7))
    #expect(once.events == Simulation(Simulation.Options(seed: 7)).events)
    #expect(once.events != Simulation(Simulation.Options(seed: 8)).events)
  }

  @Test("is in time, and every contact that lands lifts", arguments: [1, 2, 3, 99] as [UInt64])
  func balance(seed: UInt64) {
    let session = Simulation(Simulation.Options(seed: seed))
    let times = session.events.map(\.raw.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    let tracking = session.events.filter { $0.raw.code == 0x39 && $0.raw.type == 3 }
    let landed = tracking.filter { $0.raw.value >= 0 }.count
    #expect(landed == tracking.count - landed)
    #expect(landed == session.labels.count)
  }

  @Test("has the palm on the writing hand's side", arguments: [false, true])
  func side(isLeftHanded: Bool) {
    let session = Simulation(
      Simulation.Options(seed: 5, isLeftHanded: isLeftHanded, hasSecondHand: false))
    #expect(session.labels.allSatisfy { $0.truth == .palm })
    let pen = mean(of: 0x00, device: 0, in: session) / 100
    let palm = mean(of: 0x35, device: 1, in: session) / 40
    #expect(isLeftHanded ? palm < pen - 15 : palm > pen + 15)
  }

  @Test("leaves out what it is told to leave out")
  func options() {
    let bare = Simulation(Simulation.Options(hasPalm: false, hasSecondHand: false))
    #expect(bare.labels.isEmpty)
    #expect(bare.events.allSatisfy { $0.device == DeviceID(0) })
    #expect(Simulation(Simulation.Options(text: "ß! ")).events.count > 1000)
  }

  private func mean(of code: UInt16, device: UInt32, in session: Simulation) -> Double {
    let values = session.events.filter {
      $0.device == DeviceID(device) && $0.raw.type == 3 && $0.raw.code == code
    }.map { Double($0.raw.value) }
    return values.reduce(0, +) / Double(max(1, values.count))
  }
}
