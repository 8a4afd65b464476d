import FudeEvdev
import FudeModel
import FudeRecording
import Testing

@Suite("evemu")
struct EvemuTests {
  @Test(
    "a pen's proximity sessions are where its kernel said",
    .enabled(if: Corpus.isPresent, "the corpus is not beside the project"))
  func dellCanvas() throws {
    var reader = try SessionReader([.path(Corpus.path("evemu/dell_canvas_pen.evemu"))])
    #expect(reader.devices.count == 1)
    #expect(reader.devices[0].role == .pen)
    var out: [Double] = []
    var last = PenState.out
    while let event = try reader.next() {
      guard case .pen(let sample) = event else { continue }
      if sample.state.isInRange != last.isInRange { out.append(sample.time.seconds) }
      last = sample.state
    }
    #expect(out.map { ($0 * 1000).rounded() / 1000 } == [0, 1.851, 2.86, 2.939, 3.536, 7.936])
    #expect(reader.skippedLines == 0)
  }
}
