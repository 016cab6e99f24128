// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "PlayheadComposableArchitecture",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11)],
  products: [
    .library(
      name: "PlayheadComposableArchitecture", targets: ["PlayheadComposableArchitecture"])
  ],
  dependencies: [
    .package(name: "Playhead", path: "../../.."),
    .package(url: "https://github.com/pointfreeco/swift-composable-architecture", from: "1.15.0"),
  ],
  targets: [
    .target(
      name: "PlayheadComposableArchitecture",
      dependencies: [
        .product(name: "Playhead", package: "Playhead"),
        .product(name: "ComposableArchitecture", package: "swift-composable-architecture"),
      ])
  ],
  swiftLanguageModes: [.v5]
)
