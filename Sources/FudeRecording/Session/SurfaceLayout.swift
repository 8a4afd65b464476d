import FudeEvdev
import FudeModel

/// Which devices share a surface.
///
/// A pen gates only the touches on its own surface, so the question is put to what the devices say,
/// never to their names. In this order:
/// 1. the recording declares it;
/// 2. both are screens (`INPUT_PROP_DIRECT`) and their sizes agree;
/// 3. same maker and the sizes agree, or are unknown and both are screens or both are not;
/// 4. they are the only pen and the only touch given, and their sizes don't contradict.
///
/// An opaque tablet's pen and a screen's touch never share one by 2 or 4.
struct SurfaceLayout {
  /// How much two sizes of one surface may differ, as a fraction.
  ///
  /// Pen and touch layers of one Dell Canvas differ by 0.4 %; two common screens by 4 % and more.
  static var tolerance: Double { 0.02 }

  private(set) var surfaces: [Surface] = []
  private(set) var assignment: [SurfaceID?]
  private(set) var roles: [DeviceRole]
  private let devices: [SessionDevice]

  init(_ devices: [SessionDevice]) {
    self.devices = devices
    assignment = [SurfaceID?](repeating: nil, count: devices.count)
    roles = devices.map(\.role)
    declare()
    let pens = devices.indices.filter { roles[$0] == .pen || roles[$0] == .penLikeRemote }
    for index in pens where assignment[index] == nil { open(index) }
    for index in devices.indices where assignment[index] == nil {
      guard roles[index] == .touch || roles[index] == .touchpad else { continue }
      if let pen = partner(of: index, among: pens) {
        assignment[index] = assignment[pen]
        roles[index] = .touch
        adoptTrueSize(of: index)
      } else {
        open(index)
      }
    }
  }

  /// Surfaces that the recordings name themselves.
  private mutating func declare() {
    var known: [String: SurfaceID] = [:]
    for index in devices.indices {
      guard let declared = devices[index].device.declaredSurface else { continue }
      let key = "\(devices[index].track) \(declared.number)"
      if let id = known[key] {
        assignment[index] = id
        continue
      }
      let id = add(declared.size, declared.isMetric)
      known[key] = id
      assignment[index] = id
    }
  }

  private mutating func add(_ size: Size, _ isMetric: Bool) -> SurfaceID {
    let id = SurfaceID(UInt32(truncatingIfNeeded: surfaces.count))
    surfaces.append(Surface(id: id, size: size, isMetric: isMetric))
    return id
  }

  private mutating func open(_ index: Int) {
    guard let own = surfaceSize(of: devices[index].description) else { return }
    assignment[index] = add(own.size, own.isMetric)
  }

  /// A touch layer that knows its size tells it to a pen that doesn't.
  private mutating func adoptTrueSize(of index: Int) {
    guard let id = assignment[index], let own = surfaceSize(of: devices[index].description),
      own.isMetric, let place = surfaces.firstIndex(where: { $0.id == id }),
      !surfaces[place].isMetric
    else { return }
    surfaces[place].size = own.size
    surfaces[place].isMetric = true
  }

  private func partner(of touch: Int, among pens: [Int]) -> Int? {
    let candidates = pens.filter { assignment[$0] != nil && roles[$0] == .pen }
    if let pen = candidates.first(where: { areOneScreen(touch, $0) }) { return pen }
    if let pen = candidates.first(where: { areOneTablet(touch, $0) }) { return pen }
    let touches = devices.indices.filter { roles[$0] == .touch || roles[$0] == .touchpad }
    guard candidates.count == 1, touches.count == 1, roles[touch] == .touch else { return nil }
    let pen = candidates[0]
    guard
      isDirect(pen) == isDirect(touch) || devices[pen].device.isSynthesised
        || devices[touch].device.isSynthesised
    else { return nil }
    return agreement(pen, touch) == false ? nil : pen
  }

  private func areOneScreen(_ touch: Int, _ pen: Int) -> Bool {
    isDirect(touch) && isDirect(pen) && agreement(touch, pen) == true
  }

  private func areOneTablet(_ touch: Int, _ pen: Int) -> Bool {
    let one = devices[touch].description
    let other = devices[pen].description
    guard one.vendor != 0, one.vendor == other.vendor else { return false }
    // Without true sizes a laptop's touchpad could pass for its screen's pen's touch layer.
    guard let agree = agreement(touch, pen) else { return isDirect(touch) == isDirect(pen) }
    return agree
  }

  private func isDirect(_ index: Int) -> Bool {
    devices[index].description.properties.contains(INPUTPROP.direct)
  }

  /// Whether two devices' sizes agree; `nil` if at least one is not known and their shapes agree.
  private func agreement(_ one: Int, _ other: Int) -> Bool? {
    guard let first = surfaceSize(of: devices[one].description),
      let second = surfaceSize(of: devices[other].description)
    else { return nil }
    if first.isMetric, second.isMetric {
      return Self.agree(first.size.width, second.size.width)
        && Self.agree(first.size.height, second.size.height)
    }
    let shape = first.size.width / first.size.height
    // Ranges that are not square to the glass (0…32767 both ways) tell no shape.
    if abs(shape - 1) < 0.001 || abs(second.size.width / second.size.height - 1) < 0.001 {
      return nil
    }
    return Self.agree(shape, second.size.width / second.size.height) ? nil : false
  }

  private static func agree(_ one: Double, _ other: Double) -> Bool {
    abs(one - other) <= tolerance * max(one, other)
  }
}
