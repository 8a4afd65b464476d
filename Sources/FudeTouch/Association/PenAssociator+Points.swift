import FudeModel

/// Points and their pressures.
extension PenAssociator {
  /// Gives out the contact's present place as a point.
  mutating func addPoint(_ index: Int, _ emit: (AssociationEvent) -> Void) {
    let place = corrected(index)
    contacts[index].lastTime = now
    let contact = contacts[index]
    var pressure: Float?
    var isFinal = true
    switch contact.standing {
    case .palm: return
    case .finger(let held): pressure = held
    case .undecided:
      pressure = settings.defaultPressure
      isFinal = false
    case .pen where contact.beatenBy != nil:
      pressure = contact.lastPressure ?? settings.defaultPressure
      isFinal = false
    case .pen(let channel, let episode, let delay):
      (pressure, isFinal) = estimate(contact, channel, episode, delay)
    }
    contacts[index].lastPressure = pressure
    emitPoint(index, place, now, pressure, isFinal: isFinal, isStationary: false, emit)
  }

  private mutating func emitPoint(
    _ index: Int, _ place: Point, _ time: Timestamp, _ pressure: Float?, isFinal: Bool,
    isStationary: Bool, _ emit: (AssociationEvent) -> Void
  ) {
    var token: UInt64?
    if !isFinal {
      token = nextToken
      pending.append(.init(token: nextToken, time: time), slot: contacts[index].slot)
      nextToken &+= 1
    }
    emit(
      .sample(
        AssociatedSample(
          contact: contacts[index].id, time: time, position: place,
          rawPosition: contacts[index].position, pressure: pressure, isStationary: isStationary,
          token: token)))
  }

  private func estimate(
    _ contact: TrackedContact, _ channel: Int, _ number: Int, _ delay: Double
  ) -> (Float?, Bool) {
    let source = channels[channel]
    guard let episode = source.episodes.first(where: { $0.number == number }) else {
      return (contact.lastPressure ?? settings.defaultPressure, true)
    }
    let time = now + .seconds(delay / 1000)
    guard let found = source.pressures.pressure(at: time, in: source.readings(of: episode)) else {
      return (contact.lastPressure ?? settings.defaultPressure, false)
    }
    return (found.value, found.isFinal)
  }

  private mutating func corrected(_ index: Int) -> Point {
    let tilt = contacts[index].assignment.flatMap { channels[$0.channel].tilt } ?? onlyTilt
    let target = TipCorrection.target(tilt: tilt, orientation: orientation, settings: settings)
    let place = contacts[index].position
    if contacts[index].lastTime == contacts[index].birth, contacts[index].path == 0 {
      return contacts[index].correction.begin(at: place, target: target)
    }
    return contacts[index].correction.move(
      to: place, target: target, slew: settings.tipOffsetSlew)
  }

  /// The lean of the only pen there is, for contacts not yet decided.
  private var onlyTilt: Tilt? { channels.count == 1 ? channels[0].tilt : nil }

  /// Gives the real pressures to all points of a contact for which they are known by now.
  ///
  /// - Parameter isLast: No more readings will come: the rest gets the last one.
  mutating func backfill(_ index: Int, isLast: Bool, _ emit: (AssociationEvent) -> Void) {
    guard let (channel, number, delay) = contacts[index].assignment else { return }
    guard let episode = channels[channel].episodes.first(where: { $0.number == number }) else {
      return
    }
    let range = channels[channel].readings(of: episode)
    let slot = contacts[index].slot
    while let point = pending.first(slot) {
      let time = point.time + .seconds(delay / 1000)
      guard let found = channels[channel].pressures.pressure(at: time, in: range),
        found.isFinal || isLast || episode.endReading != nil
      else { return }
      pending.removeFirst(slot)
      contacts[index].lastPressure = found.value
      emit(
        .pressure(
          PressureUpdate(contact: contacts[index].id, token: point.token, pressure: found.value)))
    }
  }

  /// A pen that presses harder while it stands still makes points of its own.
  mutating func addStationaryPoint(
    _ index: Int, reading: Float, at time: Timestamp, _ emit: (AssociationEvent) -> Void
  ) {
    guard contacts[index].isLive, let (_, _, delay) = contacts[index].assignment else { return }
    let moment = time - .seconds(delay / 1000)
    // Touch screens tell a moving contact at least this often.
    guard moment - contacts[index].lastTime > .milliseconds(25),
      let last = contacts[index].lastPressure,
      abs(reading - last) > max(0.001, settings.stationaryPressureStep)
    else { return }
    let place = corrected(index)
    contacts[index].lastTime = moment
    contacts[index].lastPressure = reading
    emitPoint(index, place, moment, reading, isFinal: true, isStationary: true, emit)
  }
}
