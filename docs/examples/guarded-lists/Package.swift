// swift-tools-version: 6.2
import PackageDescription

// In a project of its own, take Lockstep by its URL in place of its path.
let package = Package(
    name: "guarded-lists",
    dependencies: [
        .package(name: "lockstep", path: "../../.."),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    ],
    targets: [
        .executableTarget(
            name: "guarded-lists",
            dependencies: [
                .product(name: "ListServer", package: "lockstep"),
                .product(name: "Logging", package: "swift-log"),
            ])
    ])
