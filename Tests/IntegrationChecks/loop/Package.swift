// swift-tools-version: 6.0
import PackageDescription

/// The counter of Mobius' introduction, recorded. 'tools/soak integrations' copies this folder to '.build'.
let package = Package(
  name: "loop",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Playhead", path: "../../.."),
    .package(path: "../../../Sources/Integrations/PlayheadMobius"),
    .package(url: "https://github.com/spotify/Mobius.swift", from: "0.7.0"),
  ],
  targets: [
    .executableTarget(
      name: "loop",
      dependencies: [
        .product(name: "PlayheadMobius", package: "PlayheadMobius"),
        .product(name: "PlayheadTools", package: "Playhead"),
        .product(name: "MobiusCore", package: "Mobius.swift"),
      ],
      path: "Sources")
  ],
  swiftLanguageModes: [.v5]
)
