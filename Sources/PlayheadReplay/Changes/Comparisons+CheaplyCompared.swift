package import PlayheadValues

extension Comparisons {
  /// The comparisons of types that declare themselves to be `CheaplyCompared`.
  package static let declared = Comparisons { type in
    (type as? any CheaplyCompared.Type)?.cheapComparison
  }
}

extension CheaplyCompared {
  fileprivate static var cheapComparison: CheapComparison {
    CheapComparison(
      of: Self.self, areAlike: { $0.encodesLike($1) }, leastSize: { $0.leastEncodedSize })
  }
}
