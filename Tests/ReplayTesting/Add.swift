/// An action of another module than the test's, which has one of the same name.
package struct Add: Codable {
  package var by: Int

  package init(by: Int) { self.by = by }
}
