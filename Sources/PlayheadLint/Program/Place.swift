/// A place in the sources.
struct Place: Hashable {
  /// The file's number among those that are looked at.
  var file: Int
  /// Where in it, in bytes.
  var offset: Int
}
