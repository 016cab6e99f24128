// swift-tools-version: 6.3
import PackageDescription

// An app as others have it, with a mistake, and a recorded session that shows it. 'tools/soak fixture' copies this to
// where '../..' is Playhead, and runs its test before and after the mistake is mended.
let package = Package(
  name: "Till",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Playhead", path: "../..")],
  targets: [
    .target(
      name: "Till",
      dependencies: [
        .product(name: "Playhead", package: "Playhead"),
        .product(name: "PlayheadTools", package: "Playhead"),
      ]),
    .executableTarget(
      name: "till-debugger",
      dependencies: ["Till", .product(name: "PlayheadTools", package: "Playhead")]),
    .testTarget(
      name: "TillTests",
      dependencies: ["Till", .product(name: "PlayheadTools", package: "Playhead")],
      exclude: ["Fixtures"]),
  ]
)
