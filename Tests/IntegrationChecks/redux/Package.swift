// swift-tools-version: 6.0
import PackageDescription

/// ReSwift and PlayheadFlux doing the same. 'tools/bench' copies this folder to '.build'.
let package = Package(
  name: "redux",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Playhead", path: "../../.."),
    .package(url: "https://github.com/ReSwift/ReSwift", from: "6.1.0"),
  ],
  targets: [
    .executableTarget(
      name: "redux",
      dependencies: [
        .product(name: "Playhead", package: "Playhead"),
        .product(name: "PlayheadTools", package: "Playhead"),
        .product(name: "ReSwift", package: "ReSwift"),
      ],
      path: "Sources")
  ],
  swiftLanguageModes: [.v5]
)
