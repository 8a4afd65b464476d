import FudeModel

/// What pens say, and their coming and going.
extension PenAssociator {
  var hasPen: Bool { !channels.allSatisfy { !$0.isConnected } }

  func channelIndex(_ pen: DeviceID) -> Int? {
    channels.firstIndex { $0.pen == pen && $0.isConnected }
  }

  mutating func connect(_ pen: DeviceID) {
    if let known = channels.firstIndex(where: { $0.pen == pen }) {
      guard !channels[known].isConnected else { return }
      // The delay of its last link is the best guess for this one; all else starts anew.
      let offset = channels[known].offset
      channels[known] = PenChannel(pen: pen, settings: settings, constants: constants)
      channels[known].offset = offset
      return
    }
    channels.append(PenChannel(pen: pen, settings: settings, constants: constants))
  }

  mutating func disconnect(_ pen: DeviceID, _ emit: (AssociationEvent) -> Void) {
    guard let channel = channelIndex(pen) else { return }
    var index = 0
    while index < contacts.count {
      guard let assignment = contacts[index].assignment, assignment.channel == channel else {
        index += 1
        continue
      }
      if contacts[index].beatenBy != nil {
        revoke(index, emit)
        if contacts[index].isLive { index += 1 } else { finish(index, .ended, .linkLost, emit) }
        continue
      }
      backfill(index, isLast: true, emit)
      if contacts[index].isLive {
        contacts[index].standing = .finger(held: contacts[index].lastPressure)
        contacts[index].deadline = nil
        index += 1
      } else {
        finish(index, .ended, .linkLost, emit)
      }
    }
    channels[channel].episodes.removeAll(keepingCapacity: true)
    channels[channel].isDown = false
    channels[channel].isConnected = false
    guard !hasPen else { return }
    releaseUndecided(emit)
  }

  /// With the last pen gone, what was not decided is a plain touch.
  private mutating func releaseUndecided(_ emit: (AssociationEvent) -> Void) {
    var index = 0
    while index < contacts.count {
      guard contacts[index].standing == .undecided else {
        index += 1
        continue
      }
      guard contacts[index].showsInk else {
        if !reject(index, AssociationReason(.linkLost), emit) { index += 1 }
        continue
      }
      contacts[index].standing = .finger(held: nil)
      contacts[index].deadline = nil
      say(.accepted, index, .linkLost, emit)
      if contacts[index].isLive { index += 1 } else { finish(index, .ended, .lifted, emit) }
    }
  }

  mutating func receive(_ report: RadioPenReport, _ emit: (AssociationEvent) -> Void) {
    guard let channel = channelIndex(report.pen) else { return }
    var time = report.time
    if let counter = report.counter {
      time = channels[channel].clock.arrival(of: counter, at: report.time)
    }
    if let tilt = report.tilt { channels[channel].tilt = tilt }
    var isEdge = false
    if let tip = report.tip {
      channels[channel].hasSwitch = true
      isEdge = tip ? press(channel, time, isInferred: false) : release(channel, time)
    }
    if let pressure = report.pressure, pressure == pressure {
      isEdge = take(max(0, min(1, pressure)), channel, time, emit) || isEdge
    }
    if isEdge { solve(channel, emit) }
  }

  /// A tip-down; returns whether the assignment must be looked at.
  private mutating func press(_ channel: Int, _ time: Timestamp, isInferred: Bool) -> Bool {
    channels[channel].isDown = true
    channels[channel].isSpent = false
    channels[channel].lastForce = max(channels[channel].lastForce, time)
    channels[channel].forceSince = nil
    if let last = channels[channel].episodes.indices.last {
      let episode = channels[channel].episodes[last]
      if let up = episode.up {
        if isBounce(episode, up, time) {
          channels[channel].episodes[last].bounce = (up, time, channels[channel].pressures.count)
          channels[channel].episodes[last].up = nil
          channels[channel].episodes[last].endReading = nil
          channels[channel].episodes[last].zeroSince = nil
          return true
        }
      } else {
        // Two tip-downs without a release: the release was lost.
        channels[channel].episodes[last].up = time
        channels[channel].episodes[last].isUpInferred = true
        channels[channel].episodes[last].endReading = channels[channel].pressures.count
      }
    }
    let count = channels[channel].pressures.count
    channels[channel].episodes.append(
      TipEpisode(
        number: channels[channel].nextEpisode, down: time, isDownInferred: isInferred,
        lastForce: time, firstReading: count))
    channels[channel].nextEpisode += 1
    return true
  }

  /// Whether force after a silence is the next stroke's, because all reports of the release
  /// between the two were lost, and nothing speaks against it.
  private func beginsAnew(_ channel: Int, _ time: Timestamp) -> Bool {
    let silence = time - channels[channel].lastForce
    guard silence > .seconds(EdgeScore.report / 1000) else { return false }
    guard let episode = channels[channel].episodes.last else {
      return !channels[channel].isSpent || silence > PenChannel.longSilence
    }
    guard episode.up == nil else { return false }
    guard let id = episode.contact else { return silence > PenChannel.longSilence }
    return !contacts.contains { $0.id == id }
  }

  /// Remembers a silence in which a release may have been lost.
  private mutating func noteSilence(_ channel: Int, _ time: Timestamp) {
    guard let last = channels[channel].episodes.indices.last else { return }
    let episode = channels[channel].episodes[last]
    guard episode.up == nil, time - episode.lastForce > .seconds(EdgeScore.report / 1000) else {
      return
    }
    // After the contact's lift the first one counts, before it the last.
    if let known = episode.silence, let own = contacts.first(where: { $0.id == episode.contact }),
      let lift = own.lift, known.to > lift
    {
      return
    }
    channels[channel].episodes[last].silence = (
      episode.lastForce, time, channels[channel].pressures.count
    )
  }

  /// Makes two strokes of one when force goes on so long after the contact's lift that its release
  /// must have been told, and was lost in a silence of the radio about that time.
  private mutating func splitAtSilence(_ channel: Int, _ time: Timestamp) -> Bool {
    guard let last = channels[channel].episodes.indices.last else { return false }
    let episode = channels[channel].episodes[last]
    guard episode.up == nil, let silence = episode.silence,
      let own = contacts.first(where: { $0.id == episode.contact }), let lift = own.lift
    else { return false }
    let offset = channels[channel].offset
    guard (time - lift).milliseconds > offset.mean + offset.reach,
      (silence.to - lift).milliseconds > offset.mean - offset.reach / 2
    else { return false }
    channels[channel].episodes[last].up = silence.to
    channels[channel].episodes[last].isUpInferred = true
    channels[channel].episodes[last].lastForce = silence.from
    channels[channel].episodes[last].endReading = silence.readings
    channels[channel].episodes.append(
      TipEpisode(
        number: channels[channel].nextEpisode, down: silence.to, isDownInferred: true,
        lastForce: time, firstReading: silence.readings))
    channels[channel].nextEpisode += 1
    return true
  }

  /// A switch that chatters: the contact never lifted and no other has landed since.
  private func isBounce(_ episode: TipEpisode, _ up: Timestamp, _ time: Timestamp) -> Bool {
    guard time - up <= .milliseconds(40), let id = episode.contact,
      let own = contacts.first(where: { $0.id == id }), own.isLive
    else { return false }
    return !contacts.contains { $0.standing == .undecided && $0.birth > own.birth }
  }

  /// The switch did not chatter after all: the contact lifted with its release.
  mutating func splitBounce(_ index: Int) {
    guard let (channel, number, _) = contacts[index].assignment, let lift = contacts[index].lift,
      let row = channels[channel].episodes.firstIndex(where: { $0.number == number }),
      let bounce = channels[channel].episodes[row].bounce
    else { return }
    channels[channel].episodes[row].bounce = nil
    let offset = channels[channel].offset
    guard abs((bounce.up - lift).milliseconds - offset.mean) <= offset.reach else { return }
    var rest = channels[channel].episodes[row]
    channels[channel].episodes[row].up = bounce.up
    channels[channel].episodes[row].endReading = bounce.readings
    rest.number = channels[channel].nextEpisode
    rest.down = bounce.down
    rest.isDownInferred = false
    rest.firstReading = bounce.readings
    rest.contact = nil
    rest.acceptedAt = nil
    rest.margin = 0
    channels[channel].nextEpisode += 1
    channels[channel].episodes.insert(rest, at: row + 1)
  }

  private mutating func release(_ channel: Int, _ time: Timestamp) -> Bool {
    channels[channel].isDown = false
    channels[channel].isSpent = false
    channels[channel].forceSince = nil
    guard let last = channels[channel].episodes.indices.last,
      channels[channel].episodes[last].up == nil
    else { return false }
    channels[channel].episodes[last].up = time
    channels[channel].episodes[last].endReading = channels[channel].pressures.count
    return true
  }

  /// A reading of the force; returns whether it was an edge.
  private mutating func take(
    _ pressure: Float, _ channel: Int, _ time: Timestamp, _ emit: (AssociationEvent) -> Void
  ) -> Bool {
    guard pressure > 0 else { return relax(channel, time) }
    var isEdge = false
    if !channels[channel].isDown {
      // A pen with a switch may send one force too many after its release: two in a row count.
      let since = channels[channel].forceSince
      if !channels[channel].hasSwitch || since != nil {
        isEdge = press(channel, since ?? time, isInferred: channels[channel].hasSwitch)
      } else {
        channels[channel].forceSince = time
        return false
      }
    } else if beginsAnew(channel, time) {
      isEdge = press(channel, time, isInferred: true)
    } else {
      noteSilence(channel, time)
      isEdge = splitAtSilence(channel, time)
    }
    channels[channel].lastForce = max(channels[channel].lastForce, time)
    channels[channel].pressures.append(pressure, at: time)
    guard let last = channels[channel].episodes.indices.last else { return isEdge }
    guard channels[channel].episodes[last].up == nil else { return isEdge }
    channels[channel].episodes[last].lastForce = max(
      channels[channel].episodes[last].lastForce, time)
    channels[channel].episodes[last].zeroSince = nil
    if let id = channels[channel].episodes[last].contact,
      let index = contacts.firstIndex(where: { $0.id == id })
    {
      backfill(index, isLast: false, emit)
      addStationaryPoint(index, reading: pressure, at: time, emit)
    }
    return isEdge
  }

  /// No force: a release for a pen without a switch, a hint for one with it.
  private mutating func relax(_ channel: Int, _ time: Timestamp) -> Bool {
    channels[channel].forceSince = nil
    guard channels[channel].isDown, let last = channels[channel].episodes.indices.last,
      channels[channel].episodes[last].up == nil
    else { return false }
    guard channels[channel].hasSwitch else { return release(channel, time) }
    let hadForce = channels[channel].episodes[last].firstReading < channels[channel].pressures.count
    guard hadForce, channels[channel].episodes[last].zeroSince == nil else { return false }
    channels[channel].episodes[last].zeroSince = time
    return true
  }
}
