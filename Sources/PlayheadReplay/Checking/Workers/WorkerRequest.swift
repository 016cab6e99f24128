package import Foundation
package import PlayheadFiles
package import PlayheadLog
package import PlayheadValues

/// Something that a worker does: a process that has an app's stores.
///
/// A worker answers a request before it gets the next one. A request carries all that the worker has to know about the log, so
/// that nothing is lost when another worker replaces it. Requests and answers travel in a form that names its fields: a field that
/// the other side does not know is left out, so that two builds of a tool understand each other as far as they can.
package protocol WorkerRequest: Codable, Sendable {
  /// What comes at the end.
  associatedtype Answer: Codable & Sendable

  /// The log that is replayed from now on, if the request opens one; how it is replayed decides on which thread.
  var openedTask: WorkerTask? { get }

  /// Does the work, in the worker's process.
  func answer(by worker: WorkerService) throws -> Answer
}

extension WorkerRequest {
  /// Most requests open no log.
  package var openedTask: WorkerTask? { nil }
}

/// The answer to a request that has no more to say than that it was done.
package struct WorkerDone: Codable, Sendable {
  package init() {}
}

/// A log, and how a worker replays it.
package struct WorkerTask: Codable, Hashable, Sendable {
  /// The path of the log, or its name if its bytes come along.
  package var log: String
  /// The log's bytes, where it has no file.
  package var bytes: Data?
  /// What becomes of actions that do not fit.
  package var decoding: DecodingPolicy
  /// What is other than in a usual replay.
  package var ways: Set<RunFactor>
  /// The stores that are compared, in this order; nil for all that the app has, in its own.
  package var stores: [String]?
  /// Whether the members of records are compared by name: another build may have them in another order. Nil is no.
  package var isByName: Bool?
  /// Whether observers hear of what is replayed. They may end the process as well; where only states matter they would only take
  /// time. Nil is no, unless observers are what differs from other replays.
  package var isObserved: Bool?
  /// Whether actions are decoded on another thread; nil is no.
  package var decodesAhead: Bool?
  /// Identifies the log, if no other one will do.
  package var mark: LogMark?

  /// The log at a path, or with these bytes.
  package init(
    _ log: String, bytes: Data? = nil, decoding: DecodingPolicy, ways: Set<RunFactor> = []
  ) {
    (self.log, self.bytes, self.decoding, self.ways) = (log, bytes, decoding, ways)
  }
}

/// What a worker says.
package enum WorkerReply: Codable, Sendable {
  /// The worker has done this many steps on the way to the answer.
  case working(UInt64)
  /// A part of the answer, or an event on the way to it.
  case part(Data)
  /// The answer, or its end.
  case answer(Data)
  /// There is no answer.
  case failed(WorkerFailure)
}

/// Why a worker did not do what it was asked.
package struct WorkerFailure: Codable, Sendable, Equatable {
  /// A sentence with the way out.
  package var sentence: StyledText
  /// The exit code of a command that cannot do without the answer.
  package var code: Int32
  /// The step that the failure is about.
  package var step: Step?
  /// Why, in words that are the same for every log.
  package var reason: String?
  /// The error itself, in a form that the sender of the request knows.
  package var cause: Data?

  package init(
    _ sentence: StyledText, code: Int32, step: Step? = nil, reason: String? = nil,
    cause: Data? = nil
  ) {
    (self.sentence, self.code, self.cause) = (sentence, code, cause)
    (self.step, self.reason) = (step, reason)
  }
}

/// Values on their way between two processes.
package enum WorkerCoding {
  /// An optional value needs something around it.
  fileprivate struct Box<Value> {
    var value: Value
  }

  package static func bytes(_ value: some Encodable) throws -> Data {
    try CompactEncoder().encode(Box(value: value))
  }

  package static func value<Value: Decodable>(_ type: Value.Type, _ bytes: Data) throws -> Value {
    try CompactDecoder().decode(Box<Value>.self, from: bytes).value
  }
}

extension WorkerCoding.Box: Encodable where Value: Encodable {}
extension WorkerCoding.Box: Decodable where Value: Decodable {}
