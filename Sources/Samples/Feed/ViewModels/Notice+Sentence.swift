extension Notice {
  /// The notice as a sentence that says what to do.
  package var sentence: String {
    switch self {
    case .refused(let refusal):
      refusal.sentence
    case .likeIsRetried(let post, let attempt, let milliseconds):
      "The server did not answer about post \(post); try \(attempt) follows in \(milliseconds) ms."
    case .likeFailed(let post, true, let failure):
      "Your like of post \(post) did not arrive: \(failure.reason). 'retry' sends it again."
    case .likeFailed(let post, false, let failure):
      "Your like of post \(post) was not taken back: \(failure.reason). 'retry' asks again."
    case .bought(let item, let quantity):
      "You bought \(quantity) × \(item)."
    case .purchaseFailed(let item, let quantity, let failure):
      "You did not get \(quantity) × \(item): \(failure.reason). 'retry' asks again."
    case .purchaseCancelled:
      "The purchase is cancelled."
    case .loadFailed(let failure):
      "The page did not load: \(failure.reason). 'retry' asks again."
    }
  }
}

extension ServerFailure {
  fileprivate var reason: String {
    switch self {
    case .unreachable: "the server did not answer"
    case .gone: "the server does not have it any more"
    case .soldOut(let left): "others were faster, and the shop has \(left) left"
    }
  }
}
