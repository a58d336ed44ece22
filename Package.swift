// swift-tools-version: 6.2
import PackageDescription

// The modules of Galley. `Sources/README.md` lists their purposes and allowed imports; `Tests/HouseTests` compares the
// import lines with that table.
let package = Package(
    name: "galley",
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        // C libraries, each behind one header.
        .systemLibrary(
            name: "CCMarkGFM", pkgConfig: "libcmark-gfm", providers: [.apt(["libcmark-gfm-extensions-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        .systemLibrary(name: "CTimer"),
        .target(name: "CConfine"),

        // Pure modules.
        .target(name: "Posts"),
        .target(name: "JSONTree"),
        .target(name: "HTTPValues", dependencies: ["Posts"]),
        .target(name: "ATProtocol", dependencies: ["Digests", "JSONTree", "Posts"]),
        .target(name: "Panels", dependencies: ["JSONTree"], exclude: ["README.md"]),
        .target(name: "XML", dependencies: ["CExpat"]),
        .target(name: "Pictures", dependencies: ["Posts", "XML"]),
        .target(name: "Programs", dependencies: ["CConfine", "Posts"]),
        .target(name: "Compression", dependencies: ["CZlib"]),
        .target(name: "Digests", dependencies: ["CCrypto"]),
        .target(name: "OpenMetrics"),
        .target(name: "TOML"),
        .target(name: "YAML", dependencies: ["CYAML"]),
        .target(name: "Darkroom", dependencies: ["Pictures", "Posts", "Programs"]),
        .target(name: "BackupFile", dependencies: ["Digests", "JSONTree"]),
        .target(name: "Wire", dependencies: ["JSONTree", "Posts"]),
        .target(name: "Settings", dependencies: ["Posts", "TOML", "Wire"]),
        .target(name: "Moving", dependencies: ["JSONTree", "Posts", "TOML", "Wire", "XML", "YAML"]),
        .target(name: "Rendering", dependencies: ["CCMarkGFM"]),
        .target(name: "Copyfitting", dependencies: ["Posts", "Rendering"]),
        .target(name: "FrontMatter", dependencies: ["Posts", "TOML", "YAML"]),
        .target(
            name: "Targets",
            dependencies: [
                "ATProtocol", "Digests", "HTTPValues", "JSONTree", "Posts", "Pictures", "Rendering", "Copyfitting",
                "Settings", "Site",
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            exclude: ["README.md"]),
        .target(
            name: "Site",
            dependencies: [
                "Digests", "JSONTree", "Posts", "Programs",
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            exclude: ["themes"]),

        // The page.
        // Page and themes are no resources of SwiftPM, which would write the path of the build folder into the program.
        .target(name: "Composer", exclude: ["Page", "Panels.md", "README.md", "Writing.md"]),

        // Modules with side effects.
        .target(name: "Transfer", dependencies: ["CCurl", "HTTPValues", "Posts"]),
        .target(name: "SQL", dependencies: ["CPostgres", "CSQLite"]),
        .target(
            name: "PostStore",
            dependencies: [
                "BackupFile", "Digests", "JSONTree", "OpenMetrics", "Posts", "Panels", "Pictures", "Programs", "SQL",
            ],
            resources: [
                .embedInCode("Schema/migrations"), .embedInCode("Schema/schema.sql"),
                .embedInCode("Schema/postgres.sql"),
            ]),
        .target(
            name: "Courier",
            dependencies: [
                "CTimer", "HTTPValues", "JSONTree", "OpenMetrics", "Posts", "Pictures", "Programs", "Darkroom",
                "Settings", "Targets",
                "Site", "PostStore",
                "Transfer",
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "Server",
            dependencies: [
                "BackupFile", "Compression", "Digests", "HTTPValues", "JSONTree", "Moving", "OpenMetrics", "Posts",
                "Panels", "Pictures", "Wire", "Rendering",
                "FrontMatter", "Targets", "PostStore",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
            ]),

        // Programs.
        .executableTarget(
            name: "galleyd",
            dependencies: [
                "Digests", "HTTPValues", "JSONTree", "OpenMetrics", "Posts", "Settings", "Wire", "Rendering", "TOML",
                "Targets", "Site", "Transfer", "PostStore", "Courier", "Composer", "Server", "Darkroom",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .executableTarget(
            name: "galley",
            dependencies: [
                "BackupFile", "HTTPValues", "JSONTree", "Posts", "Panels", "Wire", "FrontMatter", "Moving", "Transfer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),

        // Peers for the benchmarks. `bare-hummingbird` links nothing else, because its memory is measured too.
        .executableTarget(
            name: "galley-bench",
            dependencies: ["Panels", "CCMarkGFM", "CCurl", "CSQLite"],
            path: "Tests/Benchmarks/Peers"),
        .executableTarget(
            name: "bare-hummingbird",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Tests/Benchmarks/BareHummingbird"),

        // Tests.
        // What several test targets share: calls of the store, temporary folders, and random numbers.
        .target(
            name: "StoreSupport", dependencies: ["PostgresSupport", "Posts", "PostStore", "SQL"],
            path: "Tests/StoreSupport"),
        .target(
            name: "TargetSupport",
            dependencies: ["HTTPValues", "Posts", "Rendering", "Settings", "Site", "Targets"],
            path: "Tests/TargetSupport"),
        .target(name: "TestSupport", dependencies: ["CCrypto"], path: "Tests/TestSupport"),
        .target(name: "PostgresSupport", dependencies: ["SQL"], path: "Tests/Postgres", exclude: ["server.py"]),
        .testTarget(name: "HouseTests"),
        .testTarget(name: "PostsTests", dependencies: ["Posts"]),
        .testTarget(name: "BackupFileTests", dependencies: ["BackupFile", "Digests"]),
        .testTarget(name: "DigestsTests", dependencies: ["Digests"]),
        .testTarget(name: "OpenMetricsTests", dependencies: ["OpenMetrics"]),
        .testTarget(name: "TOMLTests", dependencies: ["TOML", "TestSupport"], exclude: ["tomllib_forms.py"]),
        .testTarget(name: "PicturesTests", dependencies: ["Pictures", "TestSupport"]),
        .testTarget(name: "DarkroomTests", dependencies: ["Darkroom", "Pictures", "Posts", "Programs", "TestSupport"]),
        .testTarget(name: "RenderingTests", dependencies: ["Rendering", "TestSupport"], exclude: ["Data"]),
        .testTarget(
            name: "CopyfittingTests", dependencies: ["Copyfitting", "Posts", "Rendering", "TestSupport"]),
        .testTarget(name: "ATProtocolTests", dependencies: ["ATProtocol", "JSONTree", "Posts"]),
        .testTarget(name: "TextVectors", dependencies: ["ATProtocol", "Copyfitting", "JSONTree", "Posts"]),
        .testTarget(name: "JSONTreeTests", dependencies: ["JSONTree"]),
        .testTarget(name: "PanelsTests", dependencies: ["JSONTree", "Panels", "TestSupport"]),
        .testTarget(
            name: "PanelVectors", dependencies: ["JSONTree", "Panels", "PostStore", "Posts", "StoreSupport"]),
        .testTarget(
            name: "FrontMatterTests", dependencies: ["FrontMatter", "Posts", "TestSupport"], exclude: ["Samples"]),
        .testTarget(
            name: "MovingTests", dependencies: ["Moving", "Posts", "Rendering", "TestSupport", "Wire"],
            exclude: ["Samples"]),
        .testTarget(
            name: "TargetsTests",
            dependencies: [
                "ATProtocol", "Copyfitting", "HTTPValues", "JSONTree", "Targets", "TargetSupport", "Pictures", "Posts",
                "TestSupport", "Settings", "Site",
            ]),
        .testTarget(name: "SiteTests", dependencies: ["Site", "Posts", "TestSupport"]),
        .testTarget(name: "TransferTests", dependencies: ["HTTPValues", "TestSupport", "Transfer"]),
        .testTarget(name: "SQLTests", dependencies: ["PostgresSupport", "SQL"]),
        .testTarget(
            name: "PostStoreTests",
            dependencies: [
                "BackupFile", "Digests", "JSONTree", "OpenMetrics", "PostStore", "Posts", "Panels", "Pictures",
                "PostgresSupport", "SQL", "TestSupport", "StoreSupport",
            ]),
        .testTarget(
            name: "CourierTests",
            dependencies: [
                "Courier", "Darkroom", "HTTPValues", "JSONTree", "Pictures", "Posts", "PostStore", "Site",
                "StoreSupport",
                "Targets", "TargetSupport", "TestSupport",
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "BackupFile", "HTTPValues", "JSONTree", "OpenMetrics", "Server", "Wire", "Posts", "Panels", "PostStore",
                "Rendering",
                "TestSupport", "Site", "StoreSupport", "Targets", "TargetSupport",
                "SQL",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(name: "CommandTests", dependencies: ["BackupFile", "Digests", "JSONTree", "TestSupport", "Wire"]),
        .testTarget(name: "ConfigurationTests"),
        .testTarget(name: "WorkTests", dependencies: ["FuzzReaders", "TestSupport"]),
    ]
)

// The parsers of outside data under libFuzzer. `make fuzz` builds this program into a separate folder. Other builds
// compile it, so that it cannot fall behind the parsers.
let isFuzzing = Context.environment["GALLEY_FUZZ_BUILD"] != nil
package.targets.append(
    .target(
        name: "FuzzReaders",
        dependencies: [
            "BackupFile", "FrontMatter", "JSONTree", "Moving", "Panels", "Pictures", "Posts", "Rendering", "TOML",
            "Wire",
        ],
        path: "Tests/FuzzReaders"))
let fuzzFiles = ["fuzz.py", "work.json"]
package.targets.append(
    isFuzzing
        ? .executableTarget(
            name: "galley-fuzz", dependencies: ["FuzzReaders"], path: "Tests/Fuzz", exclude: fuzzFiles)
        : .target(name: "galley-fuzz", dependencies: ["FuzzReaders"], path: "Tests/Fuzz", exclude: fuzzFiles))

// Modules with C pointers are listed here and built without strict memory safety. All others have it.
let roomsWithPointers: Set<String> = [
    "Compression", "Digests", "Rendering", "SQL", "Transfer", "XML", "YAML", "galley-bench", "galley-fuzz",
]
/// The rooms that read what comes from outside or compute much are optimized in debug, too: their tests repeat parts of
/// formats, and random sequences of commands.
let computing: Set = [
    "BackupFile", "Copyfitting", "FrontMatter", "JSONTree", "Moving", "Panels", "PanelsTests", "Pictures", "Posts",
    "Rendering", "TOML", "Wire", "XML", "YAML",
]
for target in package.targets where target.type != .system {
    var settings: [SwiftSetting] = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
    if !roomsWithPointers.contains(target.name) { settings.append(.strictMemorySafety()) }
    if isFuzzing {
        settings.append(.unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library", "-enable-testing"]))
    }
    if computing.contains(target.name) {
        settings.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
    }
    // `make rooms` builds tests in release. Optimizing them costs 8 minutes of CPU, and they spend their time in the modules
    // that they test.
    if target.type == .test { settings.append(.unsafeFlags(["-Onone"], .when(configuration: .release))) }
    target.swiftSettings = settings
    // A statically linked program starts in half the time, because it does not search for the Swift runtime (measured:
    // 3 ms instead of 7 ms). FoundationEssentials and Foundation (which some libraries of the daemon need) then do not
    // name the libraries below themselves. lld omits a warning about `mktemp`, which Foundation contains and Galley never
    // calls.
    if isFuzzing {
        target.linkerSettings = [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]
    } else if target.type == .executable {
        let libraries = [
            "_FoundationCShims", "_FoundationCollections", "_FoundationICU", "CoreFoundation", "swiftSynchronization",
        ]
        // The loader binds all symbols at the start, so that the address tables are read-only afterwards. These programs
        // load no code, so they export none of their 43,000 symbols: 6 MB less on disk, 3 MB less in memory.
        let flags = ["-z", "now", "--no-export-dynamic"].flatMap { ["-Xlinker", $0] }
        target.linkerSettings = [
            .unsafeFlags(["-static-stdlib", "-use-ld=lld"] + flags + libraries.map { "-l\($0)" })
        ]
    }
}
