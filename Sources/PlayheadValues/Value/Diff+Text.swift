extension Diff {
  /// The changes as Swift, folded: lines that begin with − are gone, with + are new, and what
  /// stayed is counted. Empty if nothing changed.
  ///
  /// ```
  ///   Cart(
  ///     … 3 unchanged,
  /// −   total: 1200
  /// +   total: 1680
  ///   )
  /// ```
  ///
  /// Elements are labelled with their place: removed ones with that in the first value, the others
  /// with that in the second. Of a long text only what changed is shown, between `«»`, with its
  /// place in Unicode scalars. `name` is the name of the value's type, if known.
  public func text(named name: String = "", options: PrintOptions = PrintOptions()) -> String {
    DiffPrinter.text(of: difference, named: name, options: options)
  }
}
