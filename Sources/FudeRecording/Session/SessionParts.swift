import FudeEvdev
import FudeModel

/// A track and the unit that it would give next.
struct TrackHead {
  let track: any Track
  var unit: TrackUnit?
  /// The session's number of each of the track's devices.
  var ids: [DeviceID] = []
  /// What decodes a browser's pointer events.
  var pointers = PointerReplay()
  /// What to subtract from the track's times.
  var origin = Timestamp.zero

  init(track: any Track) {
    self.track = track
  }

  mutating func advance() throws(RecordingError) {
    unit = try track.next()
  }
}

/// A decoder in a place of its own: as an element of an array it would be copied, with all its slots,
/// each time it is only asked for its deadline.
final class DecoderBox {
  var decoder: EvdevDecoder

  init(_ decoder: EvdevDecoder) {
    self.decoder = decoder
  }
}

/// Events waiting to be taken, in the order of their times.
struct EventQueue {
  private var events: [InputEvent] = []
  private var head = 0

  /// Puts an event behind those of its time. Nearly all go to the end; a report that was withheld
  /// goes before the few that came since.
  mutating func push(_ event: InputEvent) {
    var place = events.count
    while place > head, events[place - 1].time > event.time { place -= 1 }
    if place == events.count {
      events.append(event)
    } else {
      events.insert(event, at: place)
    }
  }

  /// Takes the first event unless it is later than `limit`.
  mutating func pop(through limit: Timestamp?) -> InputEvent? {
    guard head < events.count else { return nil }
    let event = events[head]
    if let limit, event.time > limit { return nil }
    head += 1
    if head == events.count {
      events.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 1024 {
      events.removeFirst(head)
      head = 0
    }
    return event
  }
}

/// What surface-level devices hold, so that the recording's end can release it, and so that each
/// landing has exactly one end whatever the recorder wrote.
struct HeldState {
  private var pens: Set<DeviceID> = []
  private var contacts: [DeviceID: [ContactID: ContactID]] = [:]
  private var nextContact: [DeviceID: UInt64] = [:]
  private var pads: Set<DeviceID> = []

  /// The event as it goes on: a contact that lands twice has moved, one that moves without having
  /// landed lands, and one that ends without is left out. `nil` if nothing is left.
  mutating func admit(_ event: InputEvent) -> InputEvent? {
    switch event {
    case .pen(let sample):
      if sample.state.isInRange { pens.insert(sample.device) } else { pens.remove(sample.device) }
    case .touch(var frame):
      frame.contacts = frame.contacts.compactMap { admit($0, of: frame.device) }
      return frame.contacts.isEmpty ? nil : .touch(frame)
    case .pad(let frame):
      let resting = PadFrame(time: frame.time, device: frame.device)
      if frame == resting { pads.remove(frame.device) } else { pads.insert(frame.device) }
    case .lost(let device, _, _):
      pens.remove(device)
      contacts[device] = nil
      pads.remove(device)
    case .penClick: break
    }
    return event
  }

  private mutating func admit(_ contact: Contact, of device: DeviceID) -> Contact? {
    var result = contact
    let known = contacts[device]?[contact.id]
    switch contact.phase {
    case .began, .moved:
      result.phase = known == nil ? .began : .moved
      result.id = known ?? fresh(contact.id, of: device)
      contacts[device, default: [:]][contact.id] = result.id
    case .ended, .cancelled:
      guard let known else { return nil }
      result.id = known
      contacts[device]?[contact.id] = nil
    }
    return result
  }

  /// The recorded number if it is new, else the next one. Never beyond the lower half, which is the
  /// device's own.
  private mutating func fresh(_ id: ContactID, of device: DeviceID) -> ContactID {
    let next = nextContact[device] ?? 0
    let recorded = id.rawValue & 0xffff_ffff
    let number = recorded >= next && recorded < 1 << 31 ? recorded : next
    nextContact[device] = number + 1
    return ContactID(UInt64(device.rawValue) << 32 | number)
  }

  /// The devices that hold something, by number.
  var devices: [DeviceID] {
    var result = pens.union(pads)
    for (device, held) in contacts where !held.isEmpty { result.insert(device) }
    return result.sorted()
  }
}

extension Timestamp {
  /// The time since the clock's zero.
  var asSpan: TimeSpan { TimeSpan(microseconds: microseconds) }
}

extension InputEvent {
  /// The event at another time.
  func at(_ time: Timestamp) -> InputEvent {
    switch self {
    case .pen(var sample):
      sample.time = time
      return .pen(sample)
    case .touch(var frame):
      frame.time = time
      return .touch(frame)
    case .pad(var frame):
      frame.time = time
      return .pad(frame)
    case .penClick(var click):
      click.time = time
      return .penClick(click)
    case .lost(let device, _, let cause): return .lost(device, at: time, cause)
    }
  }

  /// The event with the session's numbers. A contact's number gets its device's in its upper half,
  /// so that it is unique in the session, unless it is to `keep` its own.
  func moved(to device: DeviceID, surface: SurfaceID, keep: Bool = false) -> InputEvent {
    switch self {
    case .pen(var sample):
      sample.device = device
      sample.surface = surface
      return .pen(sample)
    case .touch(var frame):
      frame.device = device
      frame.surface = surface
      if keep { return .touch(frame) }
      let base = UInt64(device.rawValue) << 32
      for index in frame.contacts.indices {
        let number = frame.contacts[index].id.rawValue & 0xffff_ffff
        frame.contacts[index].id = ContactID(base | number)
      }
      return .touch(frame)
    case .pad(var frame):
      frame.device = device
      return .pad(frame)
    case .penClick(var click):
      click.device = device
      return .penClick(click)
    case .lost(_, let time, let cause): return .lost(device, at: time, cause)
    }
  }
}
