import Foundation

private struct VectorRows<Row: Decodable>: Decodable { let rows: [Row] }

/// The rows of a file of `Tests/Vectors` that the page's tests hold, too; none if it cannot be read.
func vectorRows<Row: Decodable>(_ name: String) -> [Row] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors/\(name).json")
    return (try? JSONDecoder().decode(VectorRows<Row>.self, from: Data(contentsOf: file)))?.rows ?? []
}
