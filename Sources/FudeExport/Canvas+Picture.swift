import Dispatch
public import FudeInk
import FudeModel
import Synchronization

extension Canvas {
  /// Rows of a band. Fixed, whatever the machine: where bands meet, pixels may differ from those of
  /// another cut by one level of grey, and the same document must give the same bytes everywhere.
  private static var bandRows: Int { 256 }

  /// A page of the canvas in pixels, painted by all processors at once.
  ///
  /// The same document gives the same bytes on any number of processors.
  ///
  /// - Parameters:
  ///   - page: What is seen, and the paper.
  ///   - width: Pixels from left to right; the height follows from the page.
  ///   - workers: How many threads paint at most; `nil` is one a processor.
  public func picture(of page: Page, width: Int, workers: Int? = nil) -> Bitmap {
    let height = min(Bitmap.largestSide, page.height(forWidth: width))
    let viewport = page.viewport(width: width)
    let bands = stride(from: 0, to: height, by: Canvas.bandRows).map {
      $0..<min(height, $0 + Canvas.bandRows)
    }
    let painted = Mutex([Bitmap?](repeating: nil, count: bands.count))
    let next = Atomic(0)
    let threads = max(1, min(bands.count, workers ?? .max))
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      var renderer = Renderer()
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard bands.indices.contains(index) else { return }
        var band = Bitmap(width: width, rows: bands[index], fill: page.paper)
        render(into: &band, viewport: viewport, renderer: &renderer)
        painted.withLock { $0[index] = band }
      }
    }
    return Bitmap(bands: painted.withLock { $0.compactMap { $0 } })
  }
}
