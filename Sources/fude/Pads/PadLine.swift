#if os(Linux)
  import FudeModel
  import FudePadSources

  /// A source's event as one line of JSON.
  enum PadLine {
    static func text(_ event: PadSourceEvent) -> String {
      switch event {
      case .connected(let pad, let traits):
        JSONText.object([
          ("kind", .text("connected")), ("pad", .integer(Int64(pad.rawValue))),
          ("name", .text(traits.name)), ("type", .text(traits.kind.label)),
          ("features", .array(traits.features.words.map { .text($0) })),
        ])
      case .report(let report): line(report)
      case .disconnected(let pad, let time):
        JSONText.object([
          ("kind", .text("disconnected")), ("pad", .integer(Int64(pad.rawValue))),
          ("time_us", .integer(time.microseconds)),
        ])
      case .advice(let text):
        JSONText.object([("kind", .text("advice")), ("text", .text(text))])
      }
    }

    private static func line(_ report: PadReport) -> String {
      let frame = report.frame
      var members: [(String, JSONText.Value)] = [
        ("kind", .text("report")), ("pad", .integer(Int64(frame.device.rawValue))),
        ("time_us", .integer(frame.time.microseconds)),
        ("buttons", .array(frame.buttons.names.map { .text($0) })),
        ("left", pair(frame.leftStick)), ("right", pair(frame.rightStick)),
        ("triggers", pair(SIMD2(frame.leftTrigger, frame.rightTrigger))),
      ]
      let touches = [report.firstTouch, report.secondTouch].compactMap { $0 }
      if !touches.isEmpty {
        members.append(("touches", .array(touches.map { pair(SIMD2($0.x, $0.y)) })))
      }
      if let motion = report.motion {
        members.append(("acceleration_g", triple(motion.acceleration)))
        members.append(("rotation_rad_s", triple(motion.rotationRate)))
      }
      if let battery = report.battery {
        members.append(("battery", .number(Double(battery.level), places: 2)))
      }
      return JSONText.object(members)
    }

    private static func pair(_ value: SIMD2<Float>) -> JSONText.Value {
      .array([.number(Double(value.x), places: 4), .number(Double(value.y), places: 4)])
    }

    private static func triple(_ value: SIMD3<Float>) -> JSONText.Value {
      .array([value.x, value.y, value.z].map { .number(Double($0), places: 3) })
    }
  }
#endif
