import Foundation

/// The memory and the semaphore by which libfaketime lets a process's children have the same clock.
///
/// It gives them names, and takes those away when the process exits: where one is killed, as workers are, they would
/// stay until the system is started again.
enum FaketimeMemory {
  /// In which the library says what both are called: the semaphore, a space, the memory.
  private static let variable = "FAKETIME_SHARED"
  private static let nameStart = "/faketime_"

  /// Takes the names away now, if there are any. What is named so stays as long as the process does.
  static func dropNames(_ terminal: any Terminal) {
    let names = terminal.environment(variable)?.split(separator: " ").map(String.init) ?? []
    guard names.count == 2, names.allSatisfy({ $0.hasPrefix(nameStart) }) else { return }
    sem_unlink(names[0])
    shm_unlink(names[1])
  }
}
