import FudeModel

/// What speaks for or against a contact besides timing.
extension PenAssociator {
  /// Weighs a new contact's place against the others, and theirs against it.
  mutating func weighPlace(_ new: inout TrackedContact) {
    for index in contacts.indices where contacts[index].isLive {
      let vector = contacts[index].position - new.position
      // Farther apart than a hand is long: two hands, and neither is the other's palm.
      guard vector.distance(to: .zero) < 80 else { continue }
      let asTip = hand.palmFit(vector)
      let asPalm = hand.palmFit(Point(x: -vector.x, y: -vector.y))
      let limit = constants.handLimit
      let odds = max(-limit, min(limit, asTip - asPalm)) * constants.handWeight
      let most = limit * 4 / 3
      new.handOdds = max(-most, min(most, new.handOdds + odds))
      contacts[index].handOdds = max(-most, min(most, contacts[index].handOdds - odds))
    }
    var near: Double?
    for channel in channels where channel.isConnected {
      guard let tip = channel.lastTip, let time = channel.lastTipTime else { continue }
      let odds = pickUpOdds(
        distance: new.position.distance(to: tip), pause: (now - time).seconds)
      near = max(near ?? odds, odds)
    }
    new.nearOdds = near ?? 0
  }

  /// Log odds of a landing being the pen's next one, by its distance in millimetres from where the
  /// pen lifted `pause` seconds ago.
  ///
  /// A hand that lifts the pen for a moment gets no farther than the next letter. Over 147 pauses in
  /// five real recordings the next stroke began 5 mm away on average within 0.2 s, 10 within 0.4,
  /// 30 within 0.8 and 50 from then on: a radial exponential whose scale, half of its mean, grows
  /// with the pause. Another contact may be anywhere on some 150 × 130 mm.
  func pickUpOdds(distance: Double, pause: Double) -> Double {
    let scale = min(
      constants.pickUpMost, constants.pickUpStart + constants.pickUpGrowth * max(0, pause))
    // ln(150 × 130) - ln 2π.
    let odds = 8.04 - distance / scale - 2 * Maths.log(scale)
    return max(-constants.pickUpLimit, min(constants.pickUpLimit, odds))
  }

  /// Log odds of being the tip, from everything but timing.
  func oddsOfTip(_ contact: TrackedContact) -> Double {
    var odds =
      contact.handOdds + contact.nearOdds
      + hand.sizeOdds(contact.logSize, deviation: constants.sizeDeviation)
    if contact.isPalmByDevice { odds -= 4 }
    if let tolerance = settings.radiusTolerance, tolerance > 0, let logSize = contact.logSize {
      let limit = Double(settings.palmRadiusRatio * tolerance)
      if limit > 0, logSize > Maths.log(2 * limit) { odds -= 1.5 }
    }
    // A tip draws, a palm settles: how far it got from where it landed tells them apart, more so
    // than its path, which is mostly noise for one that rests.
    let age = ((contact.lift ?? now) - contact.birth).milliseconds
    if age > 120 {
      let far = constants.extentWeight * Maths.log((contact.extent + 1) / constants.extentMiddle)
      odds += max(-constants.extentLimit, min(constants.extentLimit, far))
    }
    return max(-5, min(4, odds))
  }

  /// A reason to reject a contact as it lands.
  func immediateRejection(_ contact: Contact) -> AssociationReason? {
    if settings.isPalmRadiusStrict, let tolerance = settings.radiusTolerance, tolerance > 0,
      let size = contact.size, size.major / 2 / tolerance > settings.palmRadiusRatio
    {
      return AssociationReason(
        .tooLarge, Double(size.major / 2 / tolerance), Double(settings.palmRadiusRatio))
    }
    return isOnlyPenElsewhere ? AssociationReason(.penElsewhere) : nil
  }

  /// Whether every connected pen certainly draws with another contact at this moment.
  private var isOnlyPenElsewhere: Bool {
    for channel in channels where channel.isConnected {
      guard let episode = channel.episodes.last, episode.end == nil, isSettled(episode, channel),
        episode.margin >= constants.firm, let id = episode.contact,
        contacts.contains(where: { $0.id == id && $0.isLive })
      else { return false }
    }
    return hasPen
  }

  /// Whether some pen draws with an accepted contact that is still down.
  var isAnyPenDown: Bool {
    contacts.contains { $0.isLive && $0.assignment != nil }
  }

  /// Whether a stroke's own contact must have landed by now, if the touch screen saw it at all.
  func isSettled(_ episode: TipEpisode, _ channel: PenChannel) -> Bool {
    guard episode.acceptedAt != nil else { return false }
    return now - episode.down > channel.landingSlack
  }
}
