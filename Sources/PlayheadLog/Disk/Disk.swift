/// Where a log's files are: the operating system's file system, or a model of one that fails on purpose.
package protocol Disk: Sendable {
  /// Makes the log at `path`, which must not exist, and locks it. Its readers are those of the file at `model`; if nil, the
  /// owner alone.
  func createLog(_ path: String, like model: String?) throws(LogError) -> any LogFile

  /// Opens the log at `path` to go on with it, and keeps others from recording into it.
  func openLog(_ path: String) throws(LogError) -> any LogFile

  /// Makes an empty tail for `path`, with readers like those of `model`. It gets its name when it is told to appear.
  func createTail(_ path: String, like model: String?) throws(LogError) -> any TailFile

  /// Opens the file at `path` for reading; throws `missing` if there is none.
  func source(of path: String) throws(LogError) -> any LogSource

  /// Removes a file. Returns whether there is none now.
  @discardableResult func remove(_ path: String) -> Bool

  /// Removes the tail at `path`, and no other file.
  func removeTail(_ path: String)

  /// Gives a file a second name, which must not be there yet. Not all file systems can.
  func link(_ path: String, as other: String) throws(LogError)

  /// Renames a file and replaces the file with that name atomically.
  func move(_ path: String, to other: String) throws(LogError)

  /// Gives a file another name, which must not be there yet.
  func move(_ path: String, toFreeName other: String) throws(LogError)

  /// Makes the folder of the file at `path` again if it was deleted, and the folder that it was in was not.
  func makeFolder(of path: String)

  /// The names of the files in a folder, in any order; the empty path is the working directory.
  func names(in folder: String) -> [String]

  /// Waits until the names in a folder would survive a loss of power, where that can be had.
  func syncNames(in folder: String)
}

extension Disk {
  /// Makes the log at `path`, which its owner alone may read.
  package func createLog(_ path: String) throws(LogError) -> any LogFile {
    try createLog(path, like: nil)
  }
}

/// A file that is only ever appended to. Not safe for use from several threads at once.
package protocol LogFile: AnyObject {
  /// Where it is; set by the code that moves it.
  var path: String { get set }

  /// How many bytes whole appends have written.
  var length: Int { get }

  /// Whether it has no name any more, and so is gone as soon as it is closed.
  var isDeleted: Bool { get }

  /// Appends all the bytes, or none.
  func append(_ bytes: UnsafeRawBufferPointer) throws(LogError)

  /// Cuts off what is behind `length`.
  func cut(to length: Int) throws(LogError)

  /// Waits until everything appended would survive a loss of power.
  ///
  /// After a failure the system takes the bytes for written. A caller that still has them calls `writeAgain`.
  func sync() throws(LogError)

  /// Writes the file's last bytes once more, so that the next `sync` covers them.
  func writeAgain(_ bytes: UnsafeRawBufferPointer) throws(LogError)

  /// Lets others record into it, and closes it.
  func close()
}

/// A file whose parts are mapped memory, which survives the end of the process. Not safe for use from several threads at
/// once.
package protocol TailFile: AnyObject {
  /// Takes its name, replacing an old tail atomically.
  func appear() throws(LogError)

  /// Whether it has no name any more, and so is gone as soon as it is closed.
  var isDeleted: Bool { get }

  /// Takes its name away. Another file that has the name now keeps it.
  func remove()

  /// Appends `count` zeros with allocated disk space, and returns them as memory.
  func grow(by count: Int) throws(LogError) -> UnsafeMutableRawBufferPointer

  /// Shortens the file; the part behind `length` is unused.
  func cut(to length: Int) throws(LogError)

  /// Gives a part back.
  func unmap(_ memory: UnsafeMutableRawBufferPointer)

  /// Waits until the pages of `memory` would survive a loss of power, from any thread. After a failure, the next call
  /// covers all of them.
  func sync(_ memory: UnsafeRawBufferPointer) throws(LogError)

  /// Closes it, without taking it away.
  func close()
}
