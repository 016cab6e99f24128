// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "PlayheadMobius",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11)],
  products: [.library(name: "PlayheadMobius", targets: ["PlayheadMobius"])],
  dependencies: [
    .package(name: "Playhead", path: "../../.."),
    .package(url: "https://github.com/spotify/Mobius.swift", from: "0.7.0"),
  ],
  targets: [
    .target(
      name: "PlayheadMobius",
      dependencies: [
        .product(name: "Playhead", package: "Playhead"),
        .product(name: "MobiusCore", package: "Mobius.swift"),
      ]),
    .testTarget(
      name: "PlayheadMobiusTests",
      dependencies: [
        "PlayheadMobius", .product(name: "PlayheadTools", package: "Playhead"),
      ]),
  ],
  swiftLanguageModes: [.v5]
)
