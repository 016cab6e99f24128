import PlayheadCoding
package import PlayheadValues

extension Value {
  /// The paths of all parts, containers included.
  package func paths(at path: StatePath = StatePath()) -> [StatePath] {
    let inner: [[StatePath]] =
      switch self {
      case .record(let fields): fields.map { $0.value.paths(at: path.appending(.field($0.name))) }
      case .list(let parts), .set(let parts):
        parts.enumerated().map { $0.element.paths(at: path.appending(.index($0.offset))) }
      case .dictionary(let entries):
        entries.map { $0.value.paths(at: path.appending(.key($0.key))) }
      default: []
      }
    return [path] + inner.flatMap { $0 }
  }

  /// Whether the part at a path has no parts.
  package func isLeaf(at path: StatePath) -> Bool { value(at: path)?.paths().count == 1 }
}
