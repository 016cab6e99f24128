/// The storage of a log's files: the file system, or a model of one that fails on purpose.
package protocol Disk: Sendable {
  /// Creates and locks the log at `path`, which must not exist. The readers are those of the file at `model`;
  /// without `model`, only the owner.
  func createLog(_ path: String, like model: String?) throws(LogError) -> any LogFile

  /// Opens and locks the log at `path`. Throws if another process has it locked.
  func openLog(_ path: String) throws(LogError) -> any LogFile

  /// Creates an empty tail at `path`, which must not exist, with readers like those of `model`.
  func createTail(_ path: String, like model: String?) throws(LogError) -> any TailFile

  /// The size of the file at `path`, in bytes; `nil` if nothing has that name.
  func size(of path: String) -> Int?

  /// The first `count` bytes of the file at `path`, or fewer; `nil` if it cannot be read.
  func start(of path: String, count: Int) -> [UInt8]?

  /// Removes a file. Returns whether there is none now.
  @discardableResult func remove(_ path: String) -> Bool

  /// The names of the files in a folder, in any order. The empty path is the working directory.
  func names(in folder: String) -> [String]

  /// Waits until the names in a folder would survive a loss of power, if the system supports that.
  func syncNames(in folder: String)
}

/// A file that only grows at its end. Not thread-safe.
package protocol LogFile: AnyObject {
  var path: String { get }

  /// The bytes of all complete appends.
  var length: Int { get }

  /// Whether the file has lost its name, and disappears when it is closed.
  var isDeleted: Bool { get }

  /// Appends all the bytes, or none.
  func append(_ bytes: UnsafeRawBufferPointer) throws(LogError)

  /// Removes the bytes after `length`.
  func cut(to length: Int) throws(LogError)

  /// Waits until everything appended would survive a loss of power.
  ///
  /// After a failure the system regards the bytes as written. `writeAgain` undoes that.
  func sync() throws(LogError)

  /// Writes the file's last bytes again, so that the next `sync` covers them.
  func writeAgain(_ bytes: UnsafeRawBufferPointer) throws(LogError)

  /// Unlocks and closes the file.
  func close()
}

/// A file with parts that are mapped into memory, which survive the end of the process. Not thread-safe.
package protocol TailFile: AnyObject {
  /// Whether the file has lost its name, and disappears when it is closed.
  var isDeleted: Bool { get }

  /// Removes the file's name, but not another file that has the name now.
  func remove()

  /// Appends `count` zeros with allocated disk space, and returns them as memory.
  func grow(by count: Int) throws(LogError) -> UnsafeMutableRawBufferPointer

  /// Shortens the file; no part after `length` is in use.
  func cut(to length: Int) throws(LogError)

  /// Unmaps a part.
  func unmap(_ memory: UnsafeMutableRawBufferPointer)

  /// Waits until the pages of `memory` would survive a loss of power. Callable from any thread. After a
  /// failure, the next call covers all of them.
  func sync(_ memory: UnsafeRawBufferPointer) throws(LogError)

  /// Closes the file without removing it.
  func close()
}
