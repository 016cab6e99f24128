import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// What was found in many logs, in words.
struct CorpusReport {
  private let corpus: Corpus
  private let former: Corpus?
  private let question: String
  private let groups: [GroupAnswer]
  private let gone: [GroupAnswer]

  init(_ corpus: Corpus, since former: Corpus?) throws {
    question = corpus.questions[0]
    if let former, former.questions != corpus.questions {
      throw CorpusError.severalQuestions(corpus.questions + former.questions)
    }
    (self.corpus, self.former) = (corpus, former)
    groups = corpus.groups(before: former)
    gone = former.map { corpus.gone(since: $0) } ?? []
  }

  var isGood: Bool { corpus.count(.failed) == 0 && (isSearch || corpus.count(.bad) == 0) }
  private var isSearch: Bool { question.hasPrefix("log") }

  func show(on console: Console) throws {
    try console.show(CorpusAnswer(corpus)) {
      try console.print(StyledText(head, .bold))
      for line in remarks { try console.print("\(line)") }
    }
    for group in groups {
      try console.show(group) {
        try console.print("")
        try console.printSentence("group \(group.group): \(group.title.visible)")
        for line in group.lines { try console.print("  \(line)") }
      }
    }
    if !gone.isEmpty { try console.inText { try console.print("\nno more:") } }
    for group in gone {
      try console.show(group) { try console.printSentence("  \(group.title.visible)") }
    }
  }

  /// How many logs there are, and how they are.
  private var head: String {
    let words = isSearch ? ("with a match", "without") : ("as they should be", "not")
    var parts = [
      "\(Format.count(corpus.count(.good))) \(words.0)",
      "\(Format.count(corpus.count(.bad))) \(words.1)",
    ]
    if corpus.count(.failed) > 0 {
      parts.append("\(Format.count(corpus.count(.failed))) without an answer")
    }
    return
      "\(question): \(Format.count(corpus.sessionCount, "session")): \(parts.joined(separator: ", "))"
  }

  private var remarks: [String] {
    var lines: [String] = []
    if isSearch { lines.append("\(Format.count(corpus.matchCount, "action")) in all") }
    if corpus.lossyCount > 0 {
      lines.append("\(Format.count(corpus.lossyCount, "session")) with damaged or missing parts")
    }
    if corpus.builds.count > 1 { lines.append("the answers are of \(corpus.builds.count) builds") }
    if let former {
      lines.append(
        "before: \(Format.count(former.sessionCount, "session")), \(Format.count(former.count(.bad))) bad, "
          + "\(Format.count(former.count(.failed))) without an answer")
    }
    return lines
  }

  /// The same as a page without scripts.
  var html: String {
    let most = max(groups.map(\.sessions).max() ?? 1, 1)
    let items = groups.map { group in
      """
      <section><h2>\(group.title.html)</h2>
      <meter min="0" max="\(most)" value="\(group.sessions)"></meter>
      <pre>\(group.lines.joined(separator: "\n").html)</pre></section>
      """
    }
    let former =
      gone.isEmpty
      ? "" : "<h2>No more</h2><ul>\(gone.map { "<li>\($0.title.html)</li>" }.joined())</ul>"
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(question.html)</title>
      <style>
      :root { color-scheme: light dark }
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
      h1 { font-size: 1.4rem } h2 { font-size: 1.05rem; margin: 2rem 0 .3rem; overflow-wrap: anywhere }
      meter { width: 100%; height: .6rem } pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .9rem }
      </style></head><body>
      <h1>\(head.html)</h1>
      \(remarks.map { "<p>\($0.html)</p>" }.joined(separator: "\n"))
      \(items.joined(separator: "\n"))
      \(former)
      </body></html>

      """
  }
}

/// The first line of a merge: the question, and how many sessions there are.
private struct CorpusAnswer: Encodable {
  let asked: String
  let builds: [String]
  let sessions: Int
  let good: Int
  let bad: Int
  let failed: Int
  let lossy: Int
  let matches: Int

  init(_ corpus: Corpus) {
    (asked, builds, sessions) = (corpus.questions[0], corpus.builds, corpus.sessionCount)
    (good, bad, failed) = (corpus.count(.good), corpus.count(.bad), corpus.count(.failed))
    (lossy, matches) = (corpus.lossyCount, corpus.matchCount)
  }
}

extension GroupAnswer {
  /// The number of sessions, and what they have in common.
  fileprivate var title: String {
    let trend = before.map {
      $0 == 0 ? " (new)" : $0 == sessions ? " (as before)" : " (\(Format.count($0)) before)"
    }
    let where_ = [place.map { "at \($0)" }, action.map { "from \($0) on" }].compactMap(\.self)
    let what = ([kind == "values" ? nil : kind, why].compactMap(\.self) + where_).joined(
      separator: ", ")
    let change =
      (old ?? nil) == nil && (new ?? nil) == nil
      ? "" : ": \((old ?? nil) ?? "nothing") → \((new ?? nil) ?? "nothing")"
    return "\(Format.count(sessions, "session"))\(trend ?? ""): \(what)\(change)"
  }

  /// An example, and the command that opens it.
  fileprivate var lines: [String] {
    var lines: [String] = []
    if !alsoAt.isEmpty { lines.append("also at \(alsoAt.prefix(3).joined(separator: ", "))") }
    let hasStep = kind != "failed" || example.step > .initial
    lines.append("for example \(example.log)\(hasStep ? ", step \(example.step)" : "")")
    if let error = example.error { lines.append("  \(error)") }
    if let path = example.path, let old = example.old, let place = example.movedTo {
      lines.append("  \(path): \(old.text.shortened), moved to \(place)")
    } else if let path = example.path, let old = example.old, let new = example.new {
      lines.append("  \(path): \(old.text.shortened) → \(new.text.shortened)")
    }
    let command = hasStep ? "debug" : "info"
    let goto = hasStep ? ", then 'goto \(example.step)'" : ""
    lines.append("to see it:  \(toolName) \(command) \(example.log.inShell)\(goto)")
    return lines
  }
}

extension String {
  fileprivate var shortened: String { count > 100 ? "\(prefix(99))…" : self }

  /// The text for a page: without control characters, and as no markup.
  fileprivate var html: String {
    visibleLines.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
      "\"", with: "&quot;")
  }
}
