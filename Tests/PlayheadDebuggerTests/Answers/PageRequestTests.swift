import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadPage
import PlayheadReading
import PlayheadReplay
import TestSupport
import Testing

/// What a server answers to the page: the same as is in the page's own file.
@Suite struct PageRequestTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try Raffle.record(to: desk.path("r.playhead"))
  }

  /// The parts and the answer of a request that a client sends as JSON, as JSON.
  private func ask<R: Request>(_ type: R.Type, _ question: String) throws -> (
    parts: [NSDictionary], answer: NSDictionary
  ) {
    let request = try JSONDecoder().decode(type, from: Data(question.utf8))
    let inspector = try Inspector(URL(filePath: desk.path("r.playhead")), of: Raffle.self)
    func object(_ value: some Encodable) throws -> NSDictionary {
      let data = try JSONEncoder().encode(value)
      return try #require(JSONSerialization.jsonObject(with: data) as? NSDictionary)
    }
    var parts: [NSDictionary] = []
    let answer = try inspector.ask(request) { parts.append(try object($0)) }
    return (parts, try object(answer))
  }

  @Test func `a page learns from a server which steps have actions`() throws {
    let facts = try ask(PageFactsRequest.self, "{}").answer
    #expect(facts["title"] as? String == "r.playhead" && facts["actionCount"] as? Int == 5)
    #expect(facts["noStates"] == nil && (facts["gaps"] as? [NSDictionary])?.count == 1)
    let live = try #require(facts["live"] as? NSDictionary)
    #expect(live["runs"] as? [[Int]] == [[1, 3], [6, 7]])
    #expect(live["isGrowing"] as? Bool == false)
    let types = try #require(facts["types"] as? [NSDictionary])
    let counts: [Int] = types.compactMap { $0["count"] as? Int }
    #expect(counts.reduce(0, +) == 5)
  }

  @Test func `a server's lines of actions name their types, and leave out large payloads`() throws {
    let answer = try ask(PageActionsRequest.self, #"{"first":1,"last":256,"limit":10}"#).answer
    let lines = try #require(answer["text"] as? String).split(separator: "\n")
    #expect(lines.count == 5 && lines[0].hasPrefix("[1,"))
    let types = try #require(answer["types"] as? [NSDictionary])
    #expect(types.compactMap { $0["title"] as? String }.sorted() == ["Announce", "Draw", "Sell"])
    #expect(lines[0].contains(",null,") && lines[0].hasSuffix("4]"))
    let whole = try ask(PageActionsRequest.self, #"{"first":7,"last":7}"#).answer
    #expect((whole["text"] as? String)?.contains(#"{"winner":"#) == true)
    let beyond = try ask(PageActionsRequest.self, #"{"first":257,"last":512}"#).answer
    #expect(beyond["text"] as? String == "")
  }

  @Test func `a server's blocks of states end at a gap and begin again after it`() throws {
    let blocks = try ask(PageStatesRequest.self, #"{"first":1,"last":32}"#).parts
    #expect(blocks.map { $0["first"] as? Int } == [1, 6])
    #expect(blocks.map { $0["last"] as? Int } == [3, 7])
    let lines = try #require(blocks[0]["text"] as? String).split(separator: "\n")
    #expect(lines.count == 4 && lines[0].hasPrefix(#"{"tickets":"#) && lines[1].hasPrefix("[{"))
  }

  @Test func `a server counts actions by column, store and type`() throws {
    let question = #"{"axis":"steps","start":1,"end":7,"columns":3}"#
    let answer = try ask(PageTimelineRequest.self, question).answer
    #expect(answer["before"] as? Int == 0 && answer["counts"] as? [Int] == [2, 1, 2])
    let types = try #require(answer["types"] as? [NSDictionary])
    let counts: [Int] = types.flatMap { $0["counts"] as? [Int] ?? [] }
    #expect(counts.reduce(0, +) == 5)
    let part = #"{"axis":"steps","start":5,"end":7,"columns":2,"filter":{"text":"ANNOUNCE"}}"#
    let found = try ask(PageTimelineRequest.self, part).answer
    let matches = found["counts"] as? [Int] ?? []
    #expect(matches.reduce(0, +) == 1)
  }

  @Test func `a server's matches are bits of steps`() throws {
    let found = try ask(PageSearchRequest.self, #"{"types":["Sell"]}"#)
    let bits = try #require(found.parts.first?["bits"] as? String)
    let bytes = try #require(Data(base64Encoded: bits))
    let all = try ask(PageSearchRequest.self, "{}")
    #expect(all.parts.count == 1 && all.answer["last"] as? Int == 7)
    #expect(Data(base64Encoded: all.parts[0]["bits"] as? String ?? "") == Data([0b1100_1110]))
    #expect(bytes.count == 1 && bytes[0] & ~0b1100_1110 == 0)
    #expect(try ask(PageSearchRequest.self, #"{"text":"no such text"}"#).parts.isEmpty)
  }

  @Test func `a server's history shows the part of a value that changed`() throws {
    let parts = try ask(PageHistoryRequest.self, #"{"path":"tickets","step":7}"#).parts
    let leaf = try #require(parts.first?["leaf"] as? NSDictionary)
    #expect((leaf["path"] as? String)?.hasPrefix("holders") == true)
  }

  @Test func `a server names causes and effects with their actions`() throws {
    let causes = try ask(PageRelativesRequest.self, #"{"step":7,"limit":10}"#).answer
    #expect(causes["causes"] as? [Int] == [6] && causes["firstCause"] as? Int == 6)
    #expect((causes["text"] as? String)?.hasPrefix("[6,") == true)
    let effects = try ask(PageRelativesRequest.self, #"{"step":6,"limit":10}"#).answer
    #expect(effects["effects"] as? [[Int]] == [[7, 0]])
  }

  @Test func `the page for a server has no data and may connect only to it`() {
    let page = SessionPage.client(nonce: "secret")
    #expect(page.contains("connect-src 'self'") && page.contains("nonce-secret"))
    #expect(!page.contains("NONCE") && !page.contains("CONNECT") && !page.contains("<!--DATA-->"))
    #expect(page.contains("class ServerSource") && !page.contains("class FileSource"))
  }
}
