#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Demangles names with a function of the Swift runtime that no header declares. Caches the names.
final class Demangler {
  private typealias Function =
    @convention(c) (
      UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
    ) -> UnsafeMutablePointer<CChar>?

  private let function: Function
  private var known: [String: String] = [:]

  /// Nil if the runtime has no such function.
  init?() {
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "swift_demangle") else { return nil }
    function = unsafeBitCast(symbol, to: Function.self)
  }

  /// The readable name of a mangled name (`$s…`) or of a USR (`s:…`); empty if the text is neither.
  func name(of mangled: String) -> String {
    if let name = known[mangled] { return name }
    let name = Self.withoutPrivateMarks(demangled(mangled))
    known[mangled] = name
    return name
  }

  private func demangled(_ mangled: String) -> String {
    let name = mangled.hasPrefix("s:") ? "$s" + mangled.dropFirst(2) : mangled
    guard name.hasPrefix("$"),
      let text = function(name, name.utf8.count, nil, nil, 0)
    else { return "" }
    defer { free(text) }
    return String(cString: text)
  }

  /// Removes the file's mark from private names: `(Place in _8F2C)` becomes `Place`.
  private static func withoutPrivateMarks(_ text: String) -> String {
    guard text.contains(" in _") else { return text }
    return text.replacing(#/\((\w+) in _[0-9A-F]+\)/#) { String($0.output.1) }
  }
}
