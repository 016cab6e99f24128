/// What a dispatcher with a queue does there, one after the other.
enum Parcel: Sendable {
  case action(Stage.Queued)
  /// Something to be told when all that was sent before is handled.
  case notice(@Sendable () -> Void)
}
