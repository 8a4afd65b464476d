import FudeModel

extension Tilt {
  /// The lean of a pen at an angle above the surface, pointing in a direction; both in radians.
  init(altitude: Double, azimuth: Double) {
    let height = Maths.sinCos(altitude)
    let way = Maths.sinCos(azimuth)
    self.init(
      x: Float(Maths.atan2(way.cos * height.cos, height.sin)),
      y: Float(Maths.atan2(way.sin * height.cos, height.sin)))
  }

  /// How far the pen is above the surface and in which direction it points, both in radians; the
  /// azimuth in `-π...π`.
  var altitudeAndAzimuth: (altitude: Double, azimuth: Double) {
    let x = Maths.sinCos(Double(x))
    let y = Maths.sinCos(Double(y))
    let (across, along) = (x.sin / max(1e-6, x.cos), y.sin / max(1e-6, y.cos))
    let lean = (across * across + along * along).squareRoot()
    return (Maths.atan2(1, lean), Maths.atan2(along, across))
  }
}
