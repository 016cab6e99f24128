/// Applies a redaction to a sequence.
extension SequenceBuilder {
  /// Sets the rules for the elements, before the first one.
  func guardElements(within scope: Scope) {
    self.scope = scope
    isGuarded = core.redactor?.guardsAll == true || !scope.hasNoRules
  }

  /// Sets the type of the dictionary that this map encodes, or that another value is encoded as.
  @inline(__always)
  func setType(_ type: @autoclosure () -> any Any.Type) {
    if isGuarded { keyType = (type() as? any StandardCollection.Type)?.keyType }
  }

  /// The mode of a single-field element; `nil` if it stays.
  @inline(never)
  func mode(ofElement kind: Kind, _ key: String?) -> RedactionMode? {
    let mode = elementScope(under: key).whole ?? core.redactor?.mode(of: kind)
    return mode == .keep ? nil : mode
  }

  /// The rules for the element under `key`.
  func elementScope(under key: String?) -> Scope {
    guard isGuarded else { return Scope() }
    return Scope(whole: key.map { scope.mode(of: $0) } ?? scope.whole, fields: scope.fields)
  }

  /// The key with its mode.
  @inline(__always)
  func name(_ key: String?) -> String? {
    isGuarded ? guardedName(key) : key
  }

  @inline(never)
  private func guardedName(_ key: String?) -> String? {
    guard let key, kind.hasKeys, let mode = scope.keys, let redactor = core.redactor else {
      return key
    }
    return redactor.key(key, of: keyType ?? String.self, mode)
  }

  // MARK: Distinct elements

  func beginStarts() {
    starts.removeAll(keepingCapacity: true)
    replacedBefore = core.redactor?.count ?? 0
  }

  /// Notes that an element begins here.
  @inline(__always)
  func noteStart() {
    if core.redactor != nil, kind == .set || kind == .map || kind == .pairs {
      starts.append(bytes.count)
    }
  }

  func forgetStart() { _ = starts.popLast() }

  /// Whether replacements have made two elements of a set, or two keys of a dictionary, equal. A reader would
  /// lose one of them, and nobody could say which.
  func losesElements() -> Bool {
    guard let redactor = core.redactor, starts.count > 1, redactor.count > replacedBefore else {
      return false
    }
    var known: Set<[UInt8]> = []
    // In a dictionary with other keys than texts, every second element is a key.
    for index in stride(from: 0, to: starts.count, by: kind == .pairs ? 2 : 1) {
      let end = index + 1 < starts.count ? starts[index + 1] : bytes.count
      var key = UnsafeRawBufferPointer(rebasing: bytes.bytes[starts[index]..<end])
      if kind == .map {
        var reader = ByteReader(key)
        guard let text = try? reader.sized() else { continue }
        key = text
      }
      if !known.insert(Array(key)).inserted { return true }
    }
    return false
  }
}
