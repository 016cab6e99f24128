package import PlayheadCoding
import PlayheadFlux

extension Redaction {
  /// This redaction, and tokens for what types declare to be `Confidential`.
  package var withDeclarations: Redaction {
    var redaction = self
    redaction.declaration = { type in
      guard let type = type as? any Confidential.Type else { return nil }
      return type.confidentialKeys.map(Declaration.fields) ?? .whole
    }
    return redaction
  }
}
