// What the browser calls: flat functions over the sessions. Numbers come as numbers, everything else
// as bytes in memory that the page allocates or that the last call left behind.
#if arch(wasm32)
  import FudeFormats
  import FudeInk
  import FudeModel
  import FudePointer
  import FudeSurface

  /// The page has one thread; session 0 is the paper, session 1 the pad for trying strokes, session
  /// 2 replays recordings.
  nonisolated(unsafe) private var sessions: [SurfaceSession] = []
  /// What the last call that gives bytes gave.
  nonisolated(unsafe) private var result: [UInt8] = []

  private func moment(_ milliseconds: Double) -> Timestamp {
    Timestamp(microseconds: TimeSpan.seconds(milliseconds / 1000).microseconds)
  }

  /// Starts all sessions anew; `seed` fixes the palette's colours.
  @_expose(wasm, "fude_start") @_cdecl("fude_start")
  public func start(seed: UInt32) {
    sessions = [SurfaceSession(seed: seed), SurfaceSession(seed: 0), SurfaceSession(seed: 0)]
  }

  /// Records session 0: a new recording, or the continuation of one.
  @_expose(wasm, "fude_record") @_cdecl("fude_record")
  public func record(isNew: Int32) { sessions[0].keepRecording(isNew: isNew != 0) }

  /// A pointer event. `kind`: 0 pen, 1 touch, 2 mouse. `phase`: 0 down, 1 move, 2 up, 3 cancel,
  /// 4 leave. Places and sizes are in CSS pixels, angles in degrees, times in milliseconds.
  @_expose(wasm, "fude_pointer") @_cdecl("fude_pointer")
  public func pointer(
    session: Int32, time: Double, kind: Int32, phase: Int32, id: Int32, x: Double, y: Double,
    pressure: Float, tiltX: Float, tiltY: Float, twist: Float, width: Float, height: Float,
    buttons: Int32
  ) {
    guard let kind = PointerReport.Kind(rawValue: UInt8(truncatingIfNeeded: kind)),
      let phase = PointerReport.Phase(rawValue: UInt8(truncatingIfNeeded: phase))
    else { return }
    let scale = PointerReport.millimetresPerPixel
    sessions[Int(session)].receive(
      PointerReport(
        time: moment(time), phase: phase, kind: kind, pointer: id,
        position: Point(x: x * scale, y: y * scale), pressure: pressure,
        tilt: SIMD2(tiltX, tiltY), twist: twist, size: SIMD2(width, height),
        buttons: UInt16(truncatingIfNeeded: buttons)))
  }

  /// A controller's state. `buttons` has the bits of `PadButtons`; sticks are -1…1 with up and right
  /// positive, triggers 0…1.
  @_expose(wasm, "fude_pad") @_cdecl("fude_pad")
  public func pad(
    session: Int32, index: Int32, time: Double, buttons: UInt32, leftX: Float, leftY: Float,
    rightX: Float, rightY: Float, leftTrigger: Float, rightTrigger: Float
  ) {
    sessions[Int(session)].receive(
      PadFrame(
        time: moment(time), device: device(index), buttons: PadButtons(rawValue: buttons),
        leftStick: SIMD2(leftX, leftY), rightStick: SIMD2(rightX, rightY),
        leftTrigger: leftTrigger, rightTrigger: rightTrigger))
  }

  /// A controller vanished.
  @_expose(wasm, "fude_pad_lost") @_cdecl("fude_pad_lost")
  public func padLost(session: Int32, index: Int32, time: Double) {
    sessions[Int(session)].losePad(device(index), at: moment(time))
  }

  private func device(_ index: Int32) -> DeviceID {
    DeviceID(PointerDecoder.firstPad.rawValue &+ UInt32(truncatingIfNeeded: max(0, index)))
  }

  /// A command as text; 0 if there is none such.
  @_expose(wasm, "fude_command") @_cdecl("fude_command")
  public func command(
    session: Int32, time: Double, text: UnsafePointer<UInt8>, count: Int32
  ) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: text, count: Int(max(0, count))))
    guard let command = SurfaceCommand(bytes) else { return 0 }
    sessions[Int(session)].perform(command, at: moment(time))
    return 1
  }

  /// Lets time pass; returns the milliseconds at which it wants to be called again, or -1.
  @_expose(wasm, "fude_advance") @_cdecl("fude_advance")
  public func advance(session: Int32, time: Double) -> Double {
    sessions[Int(session)].advance(to: moment(time))
    return sessions[Int(session)].deadline.map { Double($0.microseconds) / 1000 } ?? -1
  }

  /// Paints; the result are four 32-bit numbers: x, y, width, height in pixels.
  ///
  /// Between frames (`inFrame` 0) that is ink in hand; in a frame a view that moved, and a little of
  /// the rest with each call. Returns 0 when nothing changed and, in a frame, all is painted.
  @_expose(wasm, "fude_paint") @_cdecl("fude_paint")
  public func paint(session: Int32, inFrame: Int32) -> Int32 {
    let index = Int(session)
    var rect: PixelRect?
    if inFrame == 0 {
      rect = sessions[index].paintInk()
      if rect?.isEmpty == true { rect = nil }
    } else {
      rect = sessions[index].paintOn()
    }
    result.removeAll(keepingCapacity: true)
    for side in [rect?.x ?? 0, rect?.y ?? 0, rect?.width ?? 0, rect?.height ?? 0] {
      for shift in [0, 8, 16, 24] { result.append(UInt8(truncatingIfNeeded: side >> shift)) }
    }
    return rect == nil ? 0 : 1
  }

  /// Where the pixels are: rows from the top, red, green, blue, alpha.
  @_expose(wasm, "fude_pixels") @_cdecl("fude_pixels")
  public func pixels(session: Int32) -> UnsafeRawPointer? {
    sessions[Int(session)].bitmap.pixels.withUnsafeBytes { $0.baseAddress }
  }

  /// Raised whenever the state changed.
  @_expose(wasm, "fude_revision") @_cdecl("fude_revision")
  public func revision(session: Int32) -> Int32 {
    Int32(truncatingIfNeeded: sessions[Int(session)].revision)
  }

  /// Puts bytes where ``fude_result`` says and returns how many: 0 state, 1 explanations,
  /// 2 journal, 3 recording, 4 requests, 5 the beginning of a recording, 6 a picture of all ink
  /// (width and height, 32 bits each, then its pixels; nothing without ink), from 16 on the drawing
  /// as a `SurfaceFile`; less than 0 with as many bytes of why the form can't hold it.
  @_expose(wasm, "fude_give") @_cdecl("fude_give")
  public func give(session: Int32, what: Int32) -> Int32 {
    let index = Int(session)
    switch what {
    case 0: result = sessions[index].state()
    case 1: result = sessions[index].explanations()
    case 2: result = sessions[index].takeJournal()
    case 3: result = sessions[index].takeRecording()
    case 4:
      result = sessions[index].requests.bytes
      sessions[index].requests.bytes.removeAll(keepingCapacity: true)
    case 5: result = sessions[index].preamble()
    case 6: result = sessions[index].picture().map { bytes(of: $0) } ?? []
    default:
      let form = SurfaceFile(rawValue: UInt8(truncatingIfNeeded: what &- 16))
      do throws(ExportError) {
        result = if let form { try sessions[index].file(form) } else { [] }
      } catch {
        return refuse(error)
      }
    }
    return Int32(truncatingIfNeeded: result.count)
  }

  /// Says why there is no result.
  private func refuse(_ error: ExportError) -> Int32 {
    result = Array(error.message.utf8)
    return -Int32(truncatingIfNeeded: result.count)
  }

  private func bytes(of picture: Bitmap) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 + 4 * picture.pixels.count)
    for side in [picture.width, picture.height] {
      for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: side >> shift)) }
    }
    picture.pixels.withUnsafeBytes { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Makes a PDF around its content, which was deflated; returns how many bytes the result has.
  @_expose(wasm, "fude_pdf") @_cdecl("fude_pdf")
  public func pdf(session: Int32, bytes: UnsafePointer<UInt8>, count: Int32) -> Int32 {
    let content = Array(UnsafeBufferPointer(start: bytes, count: Int(max(0, count))))
    result = sessions[Int(session)].pdf(around: content)
    return Int32(truncatingIfNeeded: result.count)
  }

  /// Reads an unpacked file of another program; the result is a document's journal, empty if it
  /// is none that is known, less than 0 with as many bytes of where it is damaged.
  @_expose(wasm, "fude_read") @_cdecl("fude_read")
  public func read(bytes: UnsafePointer<UInt8>, count: Int32) -> Int32 {
    let file = Array(UnsafeBufferPointer(start: bytes, count: Int(max(0, count))))
    do throws(ExportError) {
      result = try SurfaceSession.journal(ofFile: file) ?? []
    } catch {
      return refuse(error)
    }
    return Int32(truncatingIfNeeded: result.count)
  }

  /// Makes session 2 anew, which replays recordings.
  @_expose(wasm, "fude_replay") @_cdecl("fude_replay")
  public func replay() { sessions[2] = SurfaceSession(seed: 0) }

  /// Where the last result is.
  @_expose(wasm, "fude_result") @_cdecl("fude_result")
  public func resultAddress() -> UnsafeRawPointer? { result.withUnsafeBytes { $0.baseAddress } }

  /// Opens a document from its journal; returns how many bytes were understood.
  @_expose(wasm, "fude_open") @_cdecl("fude_open")
  public func open(bytes: UnsafePointer<UInt8>, count: Int32) -> Int32 {
    let journal = Array(UnsafeBufferPointer(start: bytes, count: Int(max(0, count))))
    return Int32(truncatingIfNeeded: sessions[0].open(journal))
  }
#endif
