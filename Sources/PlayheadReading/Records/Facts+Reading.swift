package import PlayheadLog

extension ActionType {
  /// The name without the cases: that of the enum.
  package var owner: String {
    let count = cases.reduce(0) { $0 + $1.utf8.count + 1 }
    return String(decoding: name.utf8.dropLast(count), as: UTF8.self)
  }

  /// The name of the store, and the type without it. Only for logs of apps with several stores: elsewhere a `/` is a
  /// part of the name.
  package var parts: (store: String?, type: ActionType) {
    guard let slash = name.firstIndex(of: "/") else { return (nil, self) }
    let bare = String(name[name.index(after: slash)...])
    return (String(name[..<slash]), ActionType(name: bare, version: version, cases: cases))
  }
}

extension CoarseTime {
  /// The duration that one with this lower bound does not reach, in nanoseconds.
  package static func limit(of lowerBound: Int64) -> Int64 {
    let (double, overflows) = lowerBound.multipliedReportingOverflow(by: 2)
    return lowerBound == 0 ? floor : overflows ? .max : double
  }

  /// The smallest duration with this code, in nanoseconds.
  package static func nanoseconds(_ code: UInt64) -> Int64 {
    code == 0 ? 0 : floor << Int64(min(code - 1, 40))
  }
}

extension StoreSet {
  /// All stores of a set.
  package static func stores(of set: [Int]) -> [Int] { set.filter { $0 != separator } }

  /// The stores of a set that may have changed.
  package static func possibleStores(of set: [Int]) -> [Int] {
    set.firstIndex(of: separator).map { Array(set[($0 + 1)...]) } ?? []
  }
}

extension [Gap] {
  /// The number of missing actions. Clamped, because the gaps of a forged log may overlap without end.
  package var missing: UInt64 {
    reduce(0) { sum, gap in
      let (next, overflow) = sum.addingReportingOverflow(UInt64(gap.steps.count))
      return overflow ? .max : next
    }
  }
}

extension GapReason {
  /// Whether recording the steps failed; false for reasons of later versions, which are unknown.
  package var isLoss: Bool {
    switch self {
    case .unencodable, .unwritable, .overrun, .damaged, .overlapped, .unencodableState, .unread:
      true
    case .paused, .statesSet, .other: false
    }
  }
}
