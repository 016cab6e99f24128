/// When states are kept, in memory and in the file of an index, to go to others faster.
package struct CheckpointPolicy: Sendable {
  /// How long replaying takes from one state to the next. An eighth of a frame of a screen, as some stretches are
  /// dearer than those before them, and finding a state, reading a chunk and showing what is there take the rest:
  /// at 4 ms one in a hundred steps of 2,000,000 took more than a frame.
  package var spacing = Duration.milliseconds(2)
  /// How many bytes those in memory may take besides what they have in common with the present one.
  package var bytes = 32 << 20
  /// What tells how many bytes the process has.
  package var heap: @Sendable () -> Int? = HeapGauge.process

  /// The usual one.
  package init() {}
}
