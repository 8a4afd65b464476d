import FudeModel

/// Carries a touch device's contacts: protocol B (slots), protocol A (anonymous points), or a single
/// touch.
struct TouchTracker: Sendable {
  /// The most contacts kept at once; the largest panels sold report 40.
  static var slotLimit: Int { 64 }

  private enum Form: UInt8 {
    case slots, points, single
  }

  private let device: DeviceID
  private let surface: SurfaceID
  private let axes: TouchAxes
  private var form: Form
  private var slots: [TouchSlot]
  private var current = 0
  private var nextContact: UInt64
  private var changed: UInt64 = 0
  private var ends: [Contact] = []
  private var frame: TouchFrame
  private var point = TouchSlot()
  private var points: [TouchSlot] = []
  private var pointerX: Int32 = 0
  private var pointerY: Int32 = 0

  init(device: DeviceID, description: DeviceDescription, surface: Surface) {
    self.device = device
    self.surface = surface.id
    axes = TouchAxes(description: description, size: surface.size)
    // The number holds the device, so that it is unique in the session.
    nextContact = UInt64(device.rawValue) << 32
    let slot = description.axis(ABS.mtSlot)
    let hasMultitouch = description.axis(ABS.mtPositionX) != nil
    form = hasMultitouch ? (slot == nil ? .points : .slots) : .single
    let count = form == .single ? 1 : max(1, min(Self.slotLimit, Int(slot?.maximum ?? 9) + 1))
    slots = [TouchSlot](repeating: TouchSlot(), count: count)
    frame = TouchFrame(time: .zero, device: device, surface: surface.id, contacts: [])
    current = max(0, min(count - 1, Int(slot?.value ?? 0)))
    if let axis = description.axis(ABS.x) { pointerX = axis.value }
    if let axis = description.axis(ABS.y) { pointerY = axis.value }
  }

  var hasContacts: Bool {
    // A lift in a frame that never ended was never emitted.
    if !ends.isEmpty { return true }
    for slot in slots where slot.contact != nil && slot.isShown { return true }
    return false
  }

  mutating func receive(
    _ event: RawEvent, notes: inout NoteCounter, emit: (InputEvent) -> Void
  ) {
    if event.type == EV.key {
      if event.code == BTN.touch, form == .single {
        single(isDown: event.value != 0, event, notes: &notes, emit: emit)
      }
      return
    }
    guard event.type == EV.abs else { return }
    if event.code == ABS.x { pointerX = event.value }
    if event.code == ABS.y { pointerY = event.value }
    switch form {
    case .slots: slotted(event, notes: &notes, emit: emit)
    case .points: _ = point.set(event.code, event.value)
    case .single: singleAxis(event, notes: &notes)
    }
  }

  // MARK: Slots

  private mutating func slotted(
    _ event: RawEvent, notes: inout NoteCounter, emit: (InputEvent) -> Void
  ) {
    if event.code == ABS.mtSlot {
      select(Int(event.value), event, notes: &notes)
      return
    }
    guard ABS.mtRange.contains(event.code), current < slots.count else { return }
    if event.code == ABS.mtTrackingID {
      track(event, notes: &notes, emit: emit)
      return
    }
    guard slots[current].set(event.code, event.value) else { return }
    if slots[current].contact == nil {
      // An inactive slot sends nothing: this one was down before we were told.
      guard slots[current].isUnknown else { return }
      notes.add(.startedMidway, at: event.time)
      begin(current)
    }
    changed |= 1 << UInt64(current)
  }

  private mutating func select(_ index: Int, _ event: RawEvent, notes: inout NoteCounter) {
    guard index >= 0, index < Self.slotLimit else {
      notes.add(.badSlot, at: event.time)
      current = Int.max
      return
    }
    while slots.count <= index { slots.append(TouchSlot()) }
    current = index
  }

  private mutating func track(
    _ event: RawEvent, notes: inout NoteCounter, emit: (InputEvent) -> Void
  ) {
    // A contact that lands and lifts within one frame still gets both, one frame each.
    if let contact = slots[current].contact, !slots[current].isShown {
      _ = contact
      commit(at: event.time, notes: &notes, emit: emit)
    }
    slots[current].isUnknown = false
    if event.value >= 0 {
      if slots[current].contact != nil {
        // The kernel repeats no identity, so any is a new contact.
        notes.add(.contactReplaced, at: event.time)
        end(current)
      }
      begin(current)
      changed |= 1 << UInt64(current)
    } else if slots[current].contact != nil {
      end(current)
    }
  }

  private mutating func begin(_ index: Int) {
    slots[index].contact = ContactID(nextContact)
    slots[index].isShown = false
    slots[index].isUnknown = false
    nextContact &+= 1
  }

  private mutating func end(_ index: Int) {
    if let contact = slots[index].contact, slots[index].isShown {
      ends.append(axes.contact(contact, .ended, slots[index]))
    }
    slots[index].contact = nil
    slots[index].isShown = false
    slots[index].toolType = MTTool.finger
    changed &= ~(1 << UInt64(index))
  }

  // MARK: A single touch

  private mutating func single(
    isDown: Bool, _ event: RawEvent, notes: inout NoteCounter, emit: (InputEvent) -> Void
  ) {
    if slots[0].contact != nil, !slots[0].isShown {
      commit(at: event.time, notes: &notes, emit: emit)
    }
    slots[0].isUnknown = false
    if isDown, slots[0].contact == nil {
      begin(0)
      changed |= 1
    } else if !isDown, slots[0].contact != nil {
      end(0)
    }
  }

  private mutating func singleAxis(_ event: RawEvent, notes: inout NoteCounter) {
    switch event.code {
    case ABS.x: slots[0].setX(event.value)
    case ABS.y: slots[0].setY(event.value)
    case ABS.pressure: slots[0].pressure = event.value
    default: return
    }
    if slots[0].contact == nil {
      guard slots[0].isUnknown, axes.hasTouchButton, event.code != ABS.pressure else { return }
      notes.add(.startedMidway, at: event.time)
      begin(0)
    }
    changed |= 1
  }

  // MARK: Anonymous points

  /// Ends one point of protocol A (`SYN_MT_REPORT`).
  mutating func endPoint(notes: inout NoteCounter, at time: Timestamp) {
    guard form != .slots else { return }
    form = .points
    defer { point = TouchSlot() }
    guard point.hasX || point.hasY else { return }
    if points.count < Self.slotLimit {
      points.append(point)
    } else {
      notes.add(.tooManyContacts, at: time)
    }
  }

  private mutating func adoptPoints(notes: inout NoteCounter, at time: Timestamp) {
    if point.hasX, point.hasY, points.isEmpty {
      // Some drivers leave out the last SYN_MT_REPORT.
      points.append(point)
      point = TouchSlot()
    }
    while slots.count < min(Self.slotLimit, max(points.count, slots.count)) {
      slots.append(TouchSlot())
    }
    let assignment = axes.match(points, to: slots)
    if points.count > 1, points.contains(where: { $0.trackingID < 0 }) {
      notes.add(.matchedByDistance, at: time)
    }
    var kept: UInt64 = 0
    for (index, slot) in assignment.enumerated() where slot >= 0 {
      kept |= 1 << UInt64(slot)
      slots[slot].take(points[index])
      changed |= 1 << UInt64(slot)
    }
    for slot in 0..<slots.count where kept & (1 << UInt64(slot)) == 0 {
      if slots[slot].contact != nil { end(slot) }
    }
    for (index, slot) in assignment.enumerated() where slot < 0 {
      guard let free = freeSlot(besides: kept) else { continue }
      kept |= 1 << UInt64(free)
      slots[free] = points[index]
      begin(free)
      changed |= 1 << UInt64(free)
    }
    points.removeAll(keepingCapacity: true)
  }

  private mutating func freeSlot(besides kept: UInt64) -> Int? {
    for slot in 0..<slots.count where slots[slot].contact == nil && kept & (1 << UInt64(slot)) == 0
    {
      return slot
    }
    guard slots.count < Self.slotLimit else { return nil }
    slots.append(TouchSlot())
    return slots.count - 1
  }

  // MARK: Frames

  mutating func commit(
    at time: Timestamp, notes: inout NoteCounter, emit: (InputEvent) -> Void
  ) {
    if form == .points { adoptPoints(notes: &notes, at: time) }
    guard changed != 0 || !ends.isEmpty else { return }
    frame.contacts.removeAll(keepingCapacity: true)
    frame.time = time
    frame.contacts.append(contentsOf: ends)
    ends.removeAll(keepingCapacity: true)
    var rest = changed
    changed = 0
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      guard index < slots.count, let contact = slots[index].contact else { continue }
      let phase: ContactPhase = slots[index].isShown ? .moved : .began
      if phase == .began { place(index, at: time, notes: &notes) }
      slots[index].isShown = true
      frame.contacts.append(axes.contact(contact, phase, slots[index]))
    }
    if !frame.contacts.isEmpty { emit(.touch(frame)) }
  }

  /// Gives a landing contact the coordinates that the kernel left out because they did not change.
  private mutating func place(_ index: Int, at time: Timestamp, notes: inout NoteCounter) {
    guard !(slots[index].hasX && slots[index].hasY) else { return }
    notes.add(.unknownPosition, at: time)
    if !slots[index].hasX { slots[index].setX(pointerX) }
    if !slots[index].hasY { slots[index].setY(pointerY) }
  }

  /// After an overflow: contacts are gone, and any slot that speaks holds a new one.
  mutating func forget() {
    for index in slots.indices {
      slots[index].contact = nil
      slots[index].isShown = false
      slots[index].isUnknown = true
      slots[index].toolType = MTTool.finger
    }
    changed = 0
    ends.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    point = TouchSlot()
    if current == Int.max { current = 0 }
  }
}
