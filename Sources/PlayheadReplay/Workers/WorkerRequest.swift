package import Foundation
package import PlayheadReading
package import PlayheadLog
import PlayheadValues

/// A request to a worker, which is a process that has an app's stores.
///
/// A worker answers a request before it gets the next one. A request has all that the worker needs to know
/// about the log, so another worker can take over. The two sides may be two builds, but only of one version
/// of the protocol: a worker of another version is refused when it greets.
package protocol WorkerRequest: Codable, Sendable {
  /// The final answer.
  associatedtype Answer: Codable & Sendable

  /// The log that the worker replays from now on, if the request opens one. `perturbations` decides on the thread.
  var openedTask: ReplaySpec? { get }

  /// Does the work, in the worker's process.
  func answer(by worker: WorkerContext) throws -> Answer
}

extension WorkerRequest {
  package var openedTask: ReplaySpec? { nil }
}

/// The answer to a request that returns nothing, or only parts.
public struct EmptyAnswer: Codable, Hashable, Sendable {
  /// Creates the answer.
  public init() {}
}

/// A log, and how a worker replays it.
package struct ReplaySpec: Codable, Hashable, Sendable {
  /// The path of the log, or its name if the bytes are sent along.
  package var log: String
  /// The log's bytes, if it has no file.
  package var bytes: Data?
  /// What becomes of actions that do not fit.
  package var decoding: DecodingPolicy
  /// How the replay differs from a usual one.
  package var perturbations: Set<Perturbation>
  /// The compared stores, in this order; nil for all stores of the app, in its order.
  package var stores: [String]?
  /// Whether record members are compared by name, as another build may order them otherwise.
  package var isByName = false
  /// Whether observers are notified of replayed actions. They may end the process too; where only states
  /// matter they would only take time. They also are if `perturbations` has observers.
  package var isObserved = false
  /// Whether another thread decodes actions ahead.
  package var decodesAhead = false
  /// Identifies the log, if no other one will do.
  package var identity: LogIdentity?
  /// How many actions, notes and gaps are known of a log that grows: the worker opens it again when there are more.
  package var partCount: Int?

  /// The log at a path, or with these bytes.
  package init(
    _ log: String, bytes: Data? = nil, decoding: DecodingPolicy,
    perturbations: Set<Perturbation> = []
  ) {
    (self.log, self.bytes, self.decoding, self.perturbations) = (
      log, bytes, decoding, perturbations
    )
  }
}

/// A message from a worker.
package enum WorkerReply: Codable, Sendable {
  /// The number of steps done on the way to the answer.
  case working(UInt64)
  /// A part of the answer, or an event on the way to it.
  case part(Data)
  /// The answer, or its end.
  case answer(Data)
  /// There is no answer.
  case failed(WorkerFailure)
}

/// Why a worker did not fulfill a request.
package struct WorkerFailure: Codable, Sendable, Equatable {
  /// What happened and what to do about it.
  package var sentence: String
  /// The step at which the worker failed.
  package var step: Step?
  /// The reason, in words that are the same for every log.
  package var reason: String?
  /// The error itself, in a form that the sender of the request knows.
  package var cause: Data?

  package init(
    _ sentence: String, step: Step? = nil, reason: String? = nil, cause: Data? = nil
  ) {
    (self.sentence, self.cause) = (sentence, cause)
    (self.step, self.reason) = (step, reason)
  }
}

/// Encodes values to send them between two processes.
package enum WorkerCoding {
  /// Encoders need something around an optional value.
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
