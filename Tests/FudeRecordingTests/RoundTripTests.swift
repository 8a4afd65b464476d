import FudeEvdev
import FudeModel
import FudeRecording
import Testing

/// All records of a session.
private func records(_ reader: inout SessionReader) throws -> [Record] {
  var result: [Record] = []
  while let record = try reader.nextRecord() { result.append(record) }
  return result
}

/// A session rewritten in our format.
private func rewritten(
  _ sources: [RecordingSource], keepPrivate: Bool = true
) throws -> (bytes: [UInt8], records: [Record], devices: [RecordedDevice]) {
  var reader = try SessionReader(sources)
  let output = RecordingOutput()
  let all = try records(&reader)
  var writer = try RecordingWriter(
    to: output, provenance: reader.provenance[0], origin: reader.origin, keepPrivate: keepPrivate)
  for device in reader.devices { try writer.add(device.recorded) }
  for record in all { try writer.write(record) }
  try writer.finish()
  return (output.bytes, all, reader.devices.map(\.recorded))
}

@Suite("What is written reads back the same")
struct RoundTripTests {
  @Test(
    arguments: Fixture.files("levels")
      + Fixture.files("other-forms").filter {
        !$0.contains("expected")
      } + ["D6-tail-button/session.jsonl", "overflow/session.jsonl"])
  func ours(_ name: String) throws {
    let once = try rewritten([.path(Fixture.path(name))])
    let twice = try rewritten([.bytes(once.bytes, name: "once")])
    #expect(once.records == twice.records)
    #expect(once.devices == twice.devices)
    #expect(once.bytes == twice.bytes)
  }

  @Test(arguments: [
    "forms/evemu-1.3.evemu", "forms/evemu-1.2.evemu", "forms/evtest.txt", "forms/libinput.yml",
    "forms/split.one-stroke.events",
  ])
  func evemuAndBack(_ name: String) throws {
    let once = try rewritten([.path(Fixture.path(name))])
    var reader = try SessionReader([.bytes(once.bytes, name: "ours")])
    let output = RecordingOutput()
    var writer = try EvemuWriter(to: output, device: reader.devices[0].device)
    while case .raw(_, let event)? = try reader.nextRecord() { try writer.write(event) }
    try writer.finish()
    let again = try rewritten([.bytes(output.bytes, name: "evemu")])
    #expect(again.records == once.records)
    #expect(again.devices[0].description == once.devices[0].description)
  }

  @Test(
    "a whole recording survives: evemu to ours to evemu",
    .enabled(if: Corpus.isPresent, "the corpus is not beside the project"),
    arguments: Corpus.files("evemu", [".evemu", ".events"]))
  func corpus(_ name: String) throws {
    let once = try rewritten([.path(Corpus.path(name))])
    let twice = try rewritten([.bytes(once.bytes, name: "ours")])
    #expect(once.records == twice.records)
    #expect(once.devices.map(\.description) == twice.devices.map(\.description))
  }

  @Test func timesWithinAFrameAreKept() throws {
    let text = """
      N: slow
      I: 0003 0001 0001 0001
      A: 00 0 100 0 0 0
      E: 0.000100 0003 0000 1
      E: 0.000150 0003 0000 2
      E: 0.000200 0000 0000 1
      E: 0.000300 0003 0000 3
      """
    let once = try rewritten([.bytes([UInt8](text.utf8), name: "slow.evemu")])
    let twice = try rewritten([.bytes(once.bytes, name: "ours")])
    #expect(once.records == twice.records)
    #expect(once.records.count == 4)
  }
}

@Suite("What is written does not tell whose it was")
struct RedactionTests {
  private static let secret = """
    {"fude":"recording","version":1,"machine":"dmi:bvnACME:pnSecretBook"}
    {"device":0,"name":"Pad 00:1b:2c:3d:4e:5f","level":"evdev","id":[5,1,1,1],"codes":{"1":[30,31]},"serial":"00:1b:2c:3d:4e:5f","place":"usb-0000:00:14.0-2"}
    {"t":0,"d":0,"e":[[4,4,458756],[1,30,1]]}
    {"t":90000,"d":0,"e":[[4,4,458756],[1,30,0],[1,125,1],[1,190,1]]}
    """

  private func text(keepPrivate: Bool) throws -> String {
    let result = try rewritten(
      [.bytes([UInt8](Self.secret.utf8), name: "secret")], keepPrivate: keepPrivate)
    return String(decoding: result.bytes, as: UTF8.self)
  }

  @Test func byDefault() throws {
    let text = try text(keepPrivate: false)
    for word in ["SecretBook", "00:1b", "0000:00:14", "458756", "[1,30,1]"] {
      #expect(!text.contains(word), "\(word)")
    }
    #expect(text.contains("\"redacted\":true"))
    #expect(text.contains("[1,240,1]"), "the time of a key stays, the key does not")
    #expect(text.contains("[1,190,1]"), "a pen's tail button stays")
  }

  @Test func unlessAsked() throws {
    let text = try text(keepPrivate: true)
    for word in ["SecretBook", "00:1b", "0000:00:14", "458756", "[1,30,1]"] {
      #expect(text.contains(word), "\(word)")
    }
  }
}
