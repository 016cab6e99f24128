import PlayheadCoding
import PlayheadFlux

extension Comparisons {
  /// What the types of apps tell themselves.
  static let ofApps = Comparisons { ($0 as? any CheaplyCompared.Type)?.comparison }
}

extension CheaplyCompared {
  fileprivate static var comparison: CheapComparison {
    CheapComparison(
      of: Self.self, areAlike: { $0.encodesLike($1) }, leastSize: { $0.leastEncodedSize })
  }
}
