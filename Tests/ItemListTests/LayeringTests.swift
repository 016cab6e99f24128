import Foundation
import Testing

/// The text's rule: 'Presenters should never import UIKit.'
@Suite struct LayeringTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../Sources/Samples/ItemList").standardized

  @Test func `the password list's source files import only Foundation and PlayheadFlux`() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".swift") }
    #expect(files.contains("Presenters/ItemListPresenter.swift"))
    for file in files {
      let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
      let imports = text.split(separator: "\n").compactMap { line -> Substring? in
        let words = line.split(separator: " ")
        return words.dropLast().last == "import" ? words.last : nil
      }
      #expect(Set(imports).isSubset(of: ["Foundation", "PlayheadFlux"]), "\(file)")
    }
  }
}
