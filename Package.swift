// swift-tools-version: 6.3
import PackageDescription

/// Every target of ours: warnings are errors, and an import is visible only where it is written.
let house: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Rooms above the line are pure: no I/O, no clock, no Foundation. They also compile as Embedded
// Swift; `.ci/run` holds them to it.
let pure: [Target] = [
  .target(name: "FudeModel", swiftSettings: house),
  .target(name: "FudeEvdev", dependencies: ["FudeModel"], swiftSettings: house),
  .target(name: "FudeTouch", dependencies: ["FudeModel"], swiftSettings: house),
  .target(name: "FudeInk", dependencies: ["FudeModel"], swiftSettings: house),
  .target(
    name: "FudeFormats", dependencies: ["FudeModel", "FudeInk"], swiftSettings: house),
  .target(
    name: "FudeEngine", dependencies: ["FudeModel", "FudeTouch", "FudeInk"], swiftSettings: house),
  .target(
    name: "FudeSimulation", dependencies: ["FudeModel", "FudeEvdev"], swiftSettings: house),
  .target(name: "FudePad", dependencies: ["FudeModel"], swiftSettings: house),
  .target(name: "FudePen", dependencies: ["FudeModel"], swiftSettings: house),
  .target(name: "FudeHID", dependencies: ["FudeModel"], swiftSettings: house),
  .target(name: "FudePointer", dependencies: ["FudeModel"], swiftSettings: house),
  .target(
    name: "FudeSurface",
    dependencies: [
      "FudeModel", "FudeInk", "FudeFormats", "FudeTouch", "FudeEngine", "FudePad", "FudePointer",
    ],
    swiftSettings: house),
]

let edges: [Target] = [
  .target(
    name: "FudeRecording", dependencies: ["FudeModel", "FudeEvdev", "FudeHID", "FudePointer"],
    swiftSettings: house),
  .target(
    name: "FudeStylus",
    dependencies: [
      "FudeModel", "FudeEvdev", "FudeTouch", "FudeInk", "FudePen", "FudeSimulation",
      "FudeRecording",
    ], swiftSettings: house),
  .target(name: "TouchStandIns", dependencies: ["FudeModel"], swiftSettings: house),
  .target(
    name: "WacomCompat",
    dependencies: ["FudeModel", "FudeTouch", "FudePen", "FudeStylus", "TouchStandIns"],
    swiftSettings: house),
  .target(
    name: "AdonitCompat",
    dependencies: ["FudeModel", "FudeTouch", "FudePen", "FudeStylus", "TouchStandIns"],
    swiftSettings: house),
  .systemLibrary(name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
  .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
  .target(
    name: "FudeExport",
    dependencies: ["CLibPNG", "CZlib", "FudeModel", "FudeInk", "FudeFormats"],
    swiftSettings: house),
  .target(
    name: "FudeLaboratory", dependencies: ["FudeModel", "FudeTouch"], swiftSettings: house),
  .systemLibrary(
    name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
  .systemLibrary(name: "CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),
  .target(name: "FudeServer", dependencies: ["CMicroHTTPD", "CGnuTLS"], swiftSettings: house),
  .executableTarget(
    name: "fude",
    dependencies: [
      "FudeModel", "FudeEvdev", "FudeTouch", "FudeInk", "FudeEngine", "FudeSimulation",
      "FudeRecording", "FudeExport", "FudeLaboratory", "InkLaboratory",
      "FudeServer", "FudePointer", "FudeSurface", "FudeStylus",
    ], swiftSettings: house),
]

// What the page runs: `Scripts/wasm` builds it with an SDK of our own. On other machines these two
// are next to nothing.
let page: [Target] = [
  .target(name: "CFudeWasm"),
  .executableTarget(
    name: "FudeWeb",
    dependencies: [
      "CFudeWasm", "FudeModel", "FudeInk", "FudeFormats", "FudePointer", "FudeSurface",
    ],
    swiftSettings: house),
]

let examples: [Target] = [
  .executableTarget(
    name: "Newcomer", dependencies: ["FudeStylus"], path: "Examples/Newcomer",
    exclude: ["expected.txt"], swiftSettings: house),
  .executableTarget(
    name: "WacomGuide", dependencies: ["FudeModel", "FudeStylus", "TouchStandIns", "WacomCompat"],
    path: "Examples/WacomGuide", exclude: ["expected.txt"], swiftSettings: house),
  .executableTarget(
    name: "AdonitGuide",
    dependencies: ["AdonitCompat", "FudeModel", "FudeStylus", "TouchStandIns"],
    path: "Examples/AdonitGuide", exclude: ["expected.txt"], swiftSettings: house),
  .executableTarget(
    name: "StylusInk",
    dependencies: ["FudeExport", "FudeFormats", "FudeInk", "FudeRecording", "FudeStylus"],
    path: "Examples/StylusInk", swiftSettings: house),
  .executableTarget(
    name: "PressureLines",
    dependencies: ["FudeExport", "FudeInk", "FudeModel", "FudeRecording", "FudeStylus"],
    path: "Examples/PressureLines", exclude: ["expected.txt"], swiftSettings: house),
]

let benchmarks: [Target] = [
  .target(name: "AllocationCount", path: "Benchmarks/AllocationCount"),
  .executableTarget(
    name: "TouchBenchmarks", dependencies: ["AllocationCount", "FudeModel", "FudeTouch"],
    path: "Benchmarks/Touch", swiftSettings: house),
  .executableTarget(
    name: "AssociationBenchmarks", dependencies: ["AllocationCount", "FudeModel", "FudeTouch"],
    path: "Benchmarks/Association", swiftSettings: house),
  .target(
    name: "InkLaboratory", dependencies: ["FudeInk", "FudeModel"], swiftSettings: house),
  .executableTarget(
    name: "InkBenchmarks",
    dependencies: ["AllocationCount", "FudeExport", "FudeInk", "FudeModel", "InkLaboratory"],
    path: "Benchmarks/Ink", exclude: ["peers.py", "cairo.c", "mypaint.c"],
    swiftSettings: house),
  .executableTarget(
    name: "RecordingBenchmarks", dependencies: ["FudeRecording", "FudeEvdev", "FudeModel"],
    path: "Benchmarks/Recording", swiftSettings: house),
]

let tests: [Target] = [
  .target(name: "TestSupport", path: "Tests/Support", swiftSettings: house),
  .testTarget(
    name: "FudePointerTests", dependencies: ["FudeModel", "FudePointer", "FudeSimulation"],
    swiftSettings: house),
  .testTarget(
    name: "FudeSurfaceTests",
    dependencies: [
      "FudeModel", "FudeInk", "FudeFormats", "FudeTouch", "FudeEngine", "FudePointer",
      "FudeSimulation", "FudeSurface",
    ], swiftSettings: house),
  .testTarget(
    name: "FudeServerTests", dependencies: ["FudeModel", "FudeServer"], swiftSettings: house),
  .testTarget(name: "FudeModelTests", dependencies: ["FudeModel"], swiftSettings: house),
  .testTarget(
    name: "FudeLaboratoryTests", dependencies: ["FudeModel", "FudeLaboratory", "FudeRecording"],
    swiftSettings: house),
  .testTarget(
    name: "FudeTouchTests",
    dependencies: ["FudeModel", "FudeTouch", "FudeRecording", "FudeLaboratory", "TestSupport"],
    swiftSettings: house),
  .testTarget(name: "FudeCommandTests", dependencies: ["fude"], swiftSettings: house),
  .testTarget(
    name: "FudeEngineTests", dependencies: ["FudeModel", "FudeTouch", "FudeInk", "FudeEngine"],
    swiftSettings: house),
  .testTarget(
    name: "FudeExportTests", dependencies: ["FudeExport", "FudeInk", "FudeModel"],
    swiftSettings: house),
  .testTarget(
    name: "FudeSimulationTests", dependencies: ["FudeModel", "FudeEvdev", "FudeSimulation"],
    swiftSettings: house),
  .testTarget(
    name: "FudeHIDTests", dependencies: ["FudeHID", "FudeModel"], swiftSettings: house),
  .testTarget(
    name: "FudePadTests", dependencies: ["FudePad", "FudeModel"], swiftSettings: house),
  .testTarget(
    name: "FudeInkTests", dependencies: ["FudeInk", "FudeModel", "TestSupport"],
    swiftSettings: house),
  .testTarget(
    name: "FudeEvdevTests", dependencies: ["FudeEvdev", "FudeModel"], swiftSettings: house),
  .testTarget(
    name: "FudeRecordingTests",
    dependencies: ["FudeRecording", "FudeEvdev", "FudeModel", "RecordingBenchmarks"],
    swiftSettings: house),
  .testTarget(
    name: "FudeStylusTests",
    dependencies: [
      "FudeStylus", "FudeModel", "FudeTouch", "FudePen", "FudeInk", "FudeSimulation",
      "FudeRecording", "TouchStandIns", "WacomCompat", "AdonitCompat", "Newcomer", "WacomGuide",
      "AdonitGuide", "PressureLines", "StylusInk", "fude",
    ], swiftSettings: house),
  .testTarget(name: "FudePenTests", dependencies: ["FudePen", "FudeModel"], swiftSettings: house),
]

let package = Package(
  name: "Fude",
  products: (pure.map(\.name)
    + ["FudeRecording", "FudeExport", "FudeStylus", "TouchStandIns", "WacomCompat", "AdonitCompat"])
    .map {
      .library(name: $0, targets: [$0])
    } + [.executable(name: "fude", targets: ["fude"])],
  targets: pure + edges + page + examples + benchmarks + tests,
  swiftLanguageModes: [.v6]
)

// Controllers. A module named GameController would hide Apple's framework from everything built
// beside it, so it exists only where there is none (Docs/decisions/0041).
#if os(Linux)
  package.products.append(
    .library(name: "GameController", targets: ["GameController", "CoreHaptics"]))
  package.targets += [
    .systemLibrary(name: "CSDL2", pkgConfig: "sdl2", providers: [.apt(["libsdl2-dev"])]),
    .target(name: "CFudeShims"),
    .target(
      name: "FudePadSources",
      dependencies: [
        "CFudeShims", "CSDL2", "FudeEvdev", "FudeHID", "FudeModel", "FudePad", "FudeRecording",
      ],
      swiftSettings: house),
    .target(name: "CoreHaptics", dependencies: ["FudeModel", "FudePad"], swiftSettings: house),
    .target(
      name: "GameController",
      dependencies: ["CoreHaptics", "FudeModel", "FudePad", "FudePadSources"],
      swiftSettings: house),
    .target(
      name: "ColourListApp", dependencies: ["GameController"], path: "Examples/ColourList/App",
      // As an app has them: no upcoming features.
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "ColourList",
      dependencies: [
        "ColourListApp", "FudeModel", "FudePadSources", "FudeRecording", "GameController",
      ], path: "Examples/ColourList/Terminal", swiftSettings: house),
    .executableTarget(
      name: "PadBenchmarks",
      dependencies: [
        "AllocationCount", "CSDL2", "FudeModel", "FudePad", "FudePadSources", "GameController",
      ], path: "Benchmarks/Pads", swiftSettings: house),
    .executableTarget(
      name: "ControllerEvents", dependencies: ["GameController"],
      path: "Examples/ControllerEvents", swiftSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(
      name: "GameControllerTests",
      dependencies: [
        "ColourList", "ColourListApp", "CSDL2", "CoreHaptics", "FudeEvdev", "FudeHID", "FudeModel",
        "FudePad", "FudePadSources", "FudeRecording", "GameController", "TestSupport",
      ],
      swiftSettings: house),
  ]
  package.targets.first { $0.name == "fude" }?.dependencies += ["FudePad", "FudePadSources"]
#else
  package.products.append(.library(name: "GameController", targets: ["AppleGameController"]))
  package.targets.append(.target(name: "AppleGameController", swiftSettings: house))
#endif
