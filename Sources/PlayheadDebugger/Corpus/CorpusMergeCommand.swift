import Foundation
import PlayheadCoding
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadValues

struct CorpusMergeCommand: Command {
  let name = "corpus merge"
  let summary = "Puts the results about many logs together, and groups them by cause."
  let details = [
    "Reads the lines that 'check', 'compare', 'fixture check' or 'log' printed with '--files-from', from one file or from "
      + "many, such as those of many machines. A session that a build was asked about twice counts once, so the files may "
      + "overlap, and merging them in parts, in any order, gives the same. The last line of a file may be cut off.",
    "Shows how many logs are as they should be, and groups of those that are not, by their common cause, with an example and "
      + "the command that opens it. '--before' adds how many sessions each group had then. '--page' writes the same as a page.",
    "Ends with 1 if a log is not as it should be, or has no answer.",
  ]

  let parts = Parameter.arguments("PART", .namedPath, "A file with lines of results.")
  let output = Parameter.option(
    "output", "-o", value: "OUT", .namedPath,
    "Write the lines, each session once, to this file, which is a part for other calls. Lines about logs that could not be "
      + "read stay.")
  let before = Parameter.option(
    "before", value: "PART", .namedPath, "The results of an earlier time, of the same question.")
  let page = Parameter.option(
    "page", value: "PAGE", .namedPath, "Write the groups as a page. An existing file is replaced.")

  let examples = [
    Example("corpus merge results/*.jsonl", "what is wrong with last week's sessions?"),
    Example(
      "corpus merge monday.jsonl --before friday.jsonl --page report.html",
      "what is new, and what is gone, as a page"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let inputs = arguments[parts] + [arguments[before]].compactMap(\.self)
    for path in [arguments[output], arguments[page]].compactMap(\.self) {
      try refuse(path, asOutputWith: inputs)
    }
    if let path = arguments[output], path == arguments[page] {
      throw UsageError.Fact.conflict("--output", "--page")
    }
    let corpus = try corpus(arguments[parts], console)
    let former = try arguments[before].map { try self.corpus([$0], console) }
    let report = try CorpusReport(corpus, since: former)
    if let path = arguments[output] {
      let text = corpus.lines.map { $0 + "\n" }.joined()
      try OutputFile(text: text, at: path, mode: .owner, replaces: true).finish()
    }
    if let path = arguments[page] {
      try OutputFile(text: report.html, at: path, mode: .owner, replaces: true).finish()
    }
    try report.show(on: console)
    return report.isGood ? .good : .badAnswer
  }

  /// Only a regular file is replaced, and none with results that are read.
  private func refuse(_ path: String, asOutputWith inputs: [String]) throws {
    var (own, other) = (stat(), stat())
    guard stat(path, &own) == 0 else { return }
    let isInput = inputs.contains {
      stat($0, &other) == 0 && (own.st_dev, own.st_ino) == (other.st_dev, other.st_ino)
    }
    if isInput || own.st_mode & S_IFMT != S_IFREG { throw LogError.exists(path: path) }
  }

  private func corpus(_ paths: [String], _ console: Console) throws -> Corpus {
    var corpus = Corpus()
    for path in paths {
      let bad = try CorpusFile(path).read(into: &corpus)
      if bad > 0 {
        let lines = Format.count(bad, "line")
        try console.printError(
          "warning: \(lines) of '\(path)' \(bad == 1 ? "is" : "are") no result, and left out")
      }
    }
    guard corpus.sessionCount > 0 else { throw CorpusError.noRows(paths) }
    guard corpus.questions.count == 1 else { throw CorpusError.severalQuestions(corpus.questions) }
    return corpus
  }
}
