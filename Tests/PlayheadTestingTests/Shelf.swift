import Foundation
import PlayheadFlux
import PlayheadRecorder
import PlayheadReplay
import PlayheadTesting

/// A folder with fixtures of the till; what is said of them has no path of the machine.
final class Shelf {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "shelf-\(UUID())")

  /// With one session, `sale`: two sales and a refund.
  init(_ expectations: String? = nil) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try record(
      "sale", [Sell(article: "mug", price: 12), Sell(article: "hat", price: 30), Refund(price: 12)])
    if let expectations { try write(expectations, to: "sale.fixture.txt") }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var path: String { folder.path(percentEncoded: false) }

  func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

  func fixture(_ name: String = "sale") -> Fixture { Fixture(path(name + ".playhead")) }

  func record(_ name: String, _ actions: [any Action]) throws {
    let till = try Till(inputs: .seeded())
    let recorder = try till.dispatcher.record(to: path(name + ".playhead"), app: Till.appName)
    for action in actions { till.dispatcher.dispatch(action) }
    try recorder.close()
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  func text(_ name: String = "sale.fixture.txt") throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// What a check says; nil if all is as it is expected.
  func failure(
    _ build: Till.Build = .usual, _ mode: RecordMode = .never,
    decoding: DecodingPolicy = .careful, of name: String = "sale"
  ) -> String? {
    fixture(name)
      .failure(
        with: try DispatcherPlayer(Till(inputs: .seeded(), as: build).dispatcher), decoding, mode
      )
      .map { "\($0)".replacingOccurrences(of: path + "/", with: "") }
  }
}
