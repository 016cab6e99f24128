// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "PlayheadReSwift",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11)],
  products: [.library(name: "PlayheadReSwift", targets: ["PlayheadReSwift"])],
  dependencies: [
    .package(name: "Playhead", path: "../../.."),
    .package(url: "https://github.com/ReSwift/ReSwift", from: "6.1.0"),
  ],
  targets: [
    .target(
      name: "PlayheadReSwift",
      dependencies: [
        .product(name: "Playhead", package: "Playhead"),
        .product(name: "ReSwift", package: "ReSwift"),
      ]),
    .testTarget(
      name: "PlayheadReSwiftTests",
      dependencies: [
        "PlayheadReSwift", .product(name: "PlayheadTools", package: "Playhead"),
      ]),
  ],
  swiftLanguageModes: [.v5]
)
