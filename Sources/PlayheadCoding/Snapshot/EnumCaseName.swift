/// The name of the case of an enumeration, as the code has it; `nil` for values of other types, and where the program
/// was built without reflection metadata.
///
/// Neither `String(describing:)` nor `Mirror` gives it for a case without a payload whose type describes itself.
package func enumCaseName(of value: Any) -> String? {
  func name<T>(_ value: T) -> String? {
    isEnum(T.self) ? runtimeCaseName(value).map { String(cString: $0) } : nil
  }
  return _openExistential(value, do: name)
}

/// The standard library's own way to print a case.
@_silgen_name("swift_EnumCaseName")
private func runtimeCaseName<T>(_ value: T) -> UnsafePointer<CChar>?

/// Whether a type is an enumeration. No code of the app is called to find out: the first word of a type's metadata is
/// its kind, in Swift's stable ABI (MetadataKind.def).
func isEnum(_ type: any Any.Type) -> Bool {
  unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == 0x201
}
