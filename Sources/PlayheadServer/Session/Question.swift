import PlayheadInspector
import PlayheadPage
import PlayheadReading
import PlayheadReplay
import PlayheadValues

/// A question as clients send it: the name of a request, the request, and the changes of the branch that it is about.
///
///     {"ask": "blame", "with": {"path": "cart.total"}, "edits": []}
struct Question: Decodable, Sendable {
  let request: any Request
  let edits: [BranchEdit]

  /// The requests by their names. 'pageSave' writes a new log beside the recording, and some keep an index of changes there.
  static let types: [String: any Request.Type] = [
    "action": ActionRequest.self, "actions": ActionsRequest.self, "app": AppRequest.self,
    "bisect": BisectRequest.self, "blame": BlameRequest.self,
    "branchComparison": BranchComparisonRequest.self, "changes": ChangesRequest.self,
    "children": ChildrenRequest.self,
    "compatibility": CompatibilityRequest.self, "diff": DiffRequest.self, "find": FindRequest.self,
    "handlers": HandlersRequest.self, "history": HistoryRequest.self,
    "lastChange": LastChangeRequest.self, "overview": OverviewRequest.self,
    "parts": PartsRequest.self, "state": StateRequest.self, "stop": StopRequest.self,
    "view": ViewRequest.self, "watch": WatchRequest.self,
    // What a page shows, in the form in which its file has it.
    "pageActions": PageActionsRequest.self, "pageFacts": PageFactsRequest.self,
    "pageHistory": PageHistoryRequest.self, "pageRelatives": PageRelativesRequest.self,
    "pageSearch": PageSearchRequest.self, "pageStates": PageStatesRequest.self,
    "pageTimeline": PageTimelineRequest.self,
    // What only a server can do for it.
    "pageBlame": PageBlameRequest.self, "pageCheck": PageCheckRequest.self,
    "pageCompletion": PageCompletionRequest.self, "pageEdit": PageEditRequest.self,
    "pageSave": PageSaveRequest.self, "pageShrink": PageShrinkRequest.self,
    "pageStop": PageStopRequest.self, "pageValues": PageValuesRequest.self,
  ]

  /// Who answers, so that a short answer need not wait for a long one.
  enum Lane { case states, searches, lists, trials }

  /// Those that replay, those that read a whole log, the others, and those that replay it many times in processes of their
  /// own.
  var lane: Lane {
    if request is PageCheckRequest || request is PageShrinkRequest { return .trials }
    // To make a branch takes the app's types.
    guard edits.isEmpty else { return .states }
    return switch request {
    case is PageActionsRequest, is PageFactsRequest, is PageRelativesRequest: .lists
    case let request as PageSearchRequest where !request.looksAtStates: .searches
    case let request as PageTimelineRequest where !request.looksAtStates: .searches
    default: .states
    }
  }

  private enum CodingKeys: CodingKey { case ask, with, edits }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .ask)
    guard let type = Self.types[name] else { throw QuestionError.unknown(name) }
    request = try container.decode(type, forKey: .with)
    edits = try container.decodeIfPresent([BranchEdit].self, forKey: .edits) ?? []
  }
}

/// Why a question cannot be asked.
enum QuestionError: Error, CustomStringConvertible {
  case unknown(String)
  case notJSON

  var description: String {
    switch self {
    case .notJSON: return "it is not JSON"
    case .unknown(let name):
      let known = Question.types.keys.sorted()
      let hint = Suggestion.closest(to: name, in: known).map { "did you mean '\($0)'?" }
      return "there is no request '\(name)'; "
        + (hint ?? "there are \(known.map { "'\($0)'" }.joined(separator: ", "))")
    }
  }
}

/// An error as clients get it.
struct AnswerError: Encodable {
  /// What is wrong, and what to do.
  var text: String
  /// Whether the log or the app has a problem. Otherwise the question is wrong.
  var isProblem: Bool

  init(_ error: any Error) {
    // The server goes on with its other sessions, but this one needs a new server.
    let hint = error is FollowedLog.Fault ? "; start 'serve' again for what is there now" : ""
    text = errorSentence(error) + hint
    isProblem = (error as? any ErrorWithKind)?.failureKind == .problem
  }

  /// An error in the JSON of a question.
  init(inQuestion error: any Error) { self.init("question cannot be asked", error) }

  /// An error in the JSON of a command.
  init(inCommand error: any Error) { self.init("command cannot be given", error) }

  private init(_ what: String, _ error: any Error) {
    let reason = (error as? DecodingError)?.sentence ?? errorSentence(error)
    (text, isProblem) = ("this \(what): \(reason)", false)
  }
}
