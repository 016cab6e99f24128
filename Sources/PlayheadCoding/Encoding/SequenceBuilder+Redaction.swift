/// Applies a redaction to a sequence.
extension SequenceBuilder {
  /// Sets the rules for the elements, before the first one.
  func guardElements(within scope: Scope) {
    self.scope = scope
    isGuarded = core.redactor?.guardsAll == true || !scope.isFree
  }

  /// Sets the type of the dictionary that this map encodes, or that another value is encoded as.
  @inline(__always)
  func setType(_ type: @autoclosure () -> any Any.Type) {
    if isGuarded { keyType = (type() as? any Emptiable.Type)?.keyType }
  }

  /// Writes a single-field element with its treatment.
  @inline(never)
  func writeGuarded(
    _ kind: Kind, _ bits: Int, _ key: String?, _ body: (ByteBuffer) -> Void
  ) throws {
    let treatment = elementScope(under: key).whole ?? core.redactor?.treatment(of: kind)
    let output = try primitive(kind, key: key)
    guard let redactor = core.redactor else { return body(output) }
    try redactor.write(kind, bits, treatment, to: output, body)
  }

  /// The rules for the element under `key`.
  func elementScope(under key: String?) -> Scope {
    guard isGuarded else { return Scope() }
    return Scope(whole: key.map { scope.treatment(of: $0) } ?? scope.whole, fields: scope.fields)
  }

  /// The key with its treatment.
  @inline(__always)
  func name(_ key: String?) -> String? {
    isGuarded ? guardedName(key) : key
  }

  @inline(never)
  private func guardedName(_ key: String?) -> String? {
    guard let key, kind.hasKeys, let treatment = scope.keys, let redactor = core.redactor else {
      return key
    }
    return redactor.key(key, of: keyType ?? String.self, treatment)
  }
}
