extension Polygons {
  /// The pixels that the polygons can touch, as far as they lie within ±20000.
  var pixels: PixelRect {
    // Two corners at a time; what is no number is passed over.
    var low = SIMD4<Float>(repeating: 20000)
    var high = SIMD4<Float>(repeating: -20000)
    points.withUnsafeBytes { bytes in
      let size = MemoryLayout<SIMD2<Float>>.size
      var offset = 0
      while offset + 2 * size <= bytes.count {
        let corners = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self)
        low = low.replacing(with: corners, where: corners .< low)
        high = high.replacing(with: corners, where: corners .> high)
        offset += 2 * size
      }
      if offset < bytes.count {
        let last = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD2<Float>.self)
        let corners = SIMD4(lowHalf: last, highHalf: last)
        low = low.replacing(with: corners, where: corners .< low)
        high = high.replacing(with: corners, where: corners .> high)
      }
    }
    func held(_ value: Float) -> Int { Int(max(-20000, min(20000, value)).rounded(.down)) }
    let x = held(min(low.x, low.z))
    let y = held(min(low.y, low.w))
    return PixelRect(
      x: x, y: y, width: held(max(high.x, high.z)) + 1 - x,
      height: held(max(high.y, high.w)) + 1 - y)
  }
}
