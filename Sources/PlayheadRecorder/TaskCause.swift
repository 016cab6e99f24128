import PlayheadLog

/// The action whose handler began the current task, as the cause of the actions that the task records.
struct TaskCause: Sendable {
  @TaskLocal static var current: TaskCause?

  /// The recording of the action: a step of another one is no cause. A task may outlive its recording, so this is no
  /// address.
  let recording: Int
  let step: Step
}
