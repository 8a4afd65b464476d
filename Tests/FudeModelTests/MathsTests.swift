import Foundation
import FudeModel
import Testing

@Suite("Elementary functions agree with the C library to 1e-13")
struct MathsTests {
  @Test(arguments: stride(from: -20.0, through: 20.0, by: 0.37).map { $0 })
  func exponential(_ x: Double) {
    #expect(abs(Maths.exp(x) / Foundation.exp(x) - 1) < 1e-13)
  }

  @Test(arguments: [1e-300, 1e-9, 0.3, 0.99999, 1, 1.00001, 1.5, 2, 10, 12345.678, 1e300])
  func logarithm(_ x: Double) {
    #expect(abs(Maths.log(x) - Foundation.log(x)) <= 1e-13 * max(1, abs(Foundation.log(x))))
  }

  @Test(arguments: stride(from: -50.0, through: 50.0, by: 0.61).map { $0 })
  func circle(_ angle: Double) {
    let (sine, cosine) = Maths.sinCos(angle)
    #expect(abs(sine - Foundation.sin(angle)) < 1e-13)
    #expect(abs(cosine - Foundation.cos(angle)) < 1e-13)
    #expect(abs(Maths.atan2(3 * sine, 3 * cosine) - Foundation.atan2(sine, cosine)) < 1e-12)
  }

  @Test func outOfRangeIsBounded() {
    #expect(Maths.exp(-1000) == 0)
    #expect(Maths.exp(1000).isFinite)
    #expect(Maths.log(-1).isNaN)
    #expect(Maths.atan2(0, 0) == 0)
    #expect(TimeSpan.seconds(.nan) == .zero)
    #expect(TimeSpan.seconds(1e300).microseconds > 0)
  }
}

@Suite("Decimal text")
struct DecimalTextTests {
  @Test(arguments: [
    (0.0, 2, "0.00"), (-0.004, 2, "0.00"), (1.005, 1, "1.0"), (-12.345, 2, "-12.35"),
    (99.96, 1, "100.0"), (7, 0, "7"), (.nan, 2, "?"), (.infinity, 0, "?"),
    (0.000001, 6, "0.000001"),
  ])
  func prints(_ value: Double, _ places: Int, _ expected: String) {
    #expect(decimalText(value, places: places) == expected)
  }
}
