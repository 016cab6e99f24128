/// When states are kept, in memory and in the file of an index, to go to others faster.
package struct CheckpointPolicy: Sendable {
  /// How long replaying takes from one state to the next: whoever goes to a step waits about as long at
  /// most. A quarter of a frame of a screen: some stretches are dearer than the ones before them, and finding the state
  /// and showing it takes as long again.
  package var spacing = Duration.milliseconds(4)
  /// How many bytes those in memory may take besides what they have in common with the present one.
  package var bytes = 32 << 20
  /// What tells how many bytes the process has.
  package var heap: @Sendable () -> Int? = HeapGauge.process

  /// The usual one.
  package init() {}
}
