import Foundation
public import FudeInk

/// All quality figures of one setting.
public struct QualityReport: Sendable {
  /// One figure.
  public struct Row: Sendable {
    /// What was measured.
    public let name: String
    /// The figure.
    public let value: Double
    /// Its unit.
    public let unit: String
    /// What design.md asks for; `nil` if it asks nothing.
    public let target: Double?
  }

  /// The figures.
  public let rows: [Row]

  /// Measures on seeded synthetic strokes and, if there, on the reporting half of the corpora.
  public init(corpus: Corpus, settings: ModelSettings = ModelSettings()) {
    var rows: [Row] = []
    // Seeds other than those used to choose the constants (1...12).
    let seeds = Array(UInt64(101)...124)
    func mean(_ body: (UInt64) -> Double) -> Double {
      seeds.map(body).reduce(0, +) / Double(seeds.count)
    }
    for noise in [0.02, 0.05] {
      for rate in [60.0, 240, 1000] {
        let isTarget = noise == 0.05 && rate == 240
        for (make, target) in [
          (SyntheticPath.cursive(seed:), 0.016), (SyntheticPath.zigzag(seed:), 0.021),
          (SyntheticPath.ruler(seed:), nil),
        ] {
          rows.append(
            Row(
              name: "deviation \(make(1).name) σ \(noise) mm \(Int(rate)) Hz",
              value: mean {
                Quality.deviation(make($0), rate: rate, noise: noise, seed: $0 + 900, settings)
              }, unit: "mm", target: isTarget ? target : nil))
        }
        rows.append(
          Row(
            name: "corner error zigzag σ \(noise) mm \(Int(rate)) Hz",
            value: mean {
              Quality.cornerError(
                .zigzag(seed: $0), rate: rate, noise: noise, seed: $0 + 900, settings)
            }, unit: "mm", target: nil))
      }
    }
    rows.append(
      Row(
        name: "RMS turn ruler σ 0.05 mm 240 Hz",
        value: mean {
          Quality.turn(
            Quality.model(
              SyntheticPath.ruler(seed: $0).samples(rate: 240, noise: 0.05, seed: $0), settings))
        }, unit: "rad", target: nil))
    rows.append(
      Row(
        name: "end error", value: mean { Quality.endError(.cursive(seed: $0), seed: $0, settings) },
        unit: "mm", target: 0))
    rows.append(
      Row(
        name: "width 60 against 240 Hz, 95th percentile",
        value: mean { Quality.widthDisagreement(.cursive(seed: $0)) } * 100, unit: "%",
        target: 2))
    for (source, isTarget) in [
      ("ink", true), ("Wacom_Intuos_Pro_M_056a_0315", false),
      ("Wacom_Intuos5_touch_L_056a_0028", false),
    ] {
      let strokes = corpus.half(1).filter { $0.source == source }
      guard !strokes.isEmpty else { continue }
      for (horizon, target) in [(0.010, 0.12), (0.020, 0.25), (0.030, 0.42)] {
        let errors = strokes.flatMap {
          Quality.predictionErrors($0.samples, horizon: horizon, settings)
        }
        rows.append(
          Row(
            name: "prediction \(Int(horizon * 1000)) ms, \(source)",
            value: errors.reduce(0, +) / Double(max(1, errors.count)), unit: "mm",
            target: isTarget ? target : nil))
      }
    }
    self.rows = rows
  }
}
