/// Where a log's two files are: the operating system's file system, or a model of one that fails and
/// forgets on purpose.
package protocol Disk: Sendable {
  /// Makes the log at `path`, which must not be there yet, and keeps others from recording into it.
  ///
  /// - Parameter model: Whoever may read the file there may read this one; if nil, its owner alone may.
  func createLog(_ path: String, like model: String?) throws(LogError) -> any LogFile

  /// Opens the log at `path` to go on with it, and keeps others from recording into it.
  func openLog(_ path: String) throws(LogError) -> any LogFile

  /// Makes an empty tail for `path`. It gets that name only when it is asked to appear.
  ///
  /// - Parameter model: As for a log.
  func createTail(_ path: String, like model: String?) throws(LogError) -> any TailFile

  /// The file at `path`, to be read; throws `missing` if there is none.
  func source(of path: String) throws(LogError) -> any LogSource

  /// Takes a file away; says whether there is none now.
  @discardableResult func remove(_ path: String) -> Bool

  /// Takes the tail at `path` away. A file that is none stays.
  func removeTail(_ path: String)

  /// Gives a file a second name, which must not be there yet. Not all file systems can.
  func link(_ path: String, as other: String) throws(LogError)

  /// Gives a file another name, in the place of the file that has it: at every moment one of the two
  /// is there.
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
  /// Where that fails, nobody knows what of it would: the system takes it for written from then on, and
  /// says nothing of it the next time. A caller that still has the bytes calls `writeAgain`.
  func sync() throws(LogError)

  /// Writes the file's last bytes, which it has already, once more, so that the next `sync` is about
  /// them, too.
  func writeAgain(_ bytes: UnsafeRawBufferPointer) throws(LogError)

  /// Lets others record into it, and closes it.
  func close()
}

/// A file whose parts are memory: what is stored in them is the operating system's from that moment
/// on, and survives the end of the process. Not safe for use from several threads at once.
package protocol TailFile: AnyObject {
  /// Takes its name, in the place of a tail that was left there: at every moment one of the two is there.
  func appear() throws(LogError)

  /// Whether it has no name any more, and so is gone as soon as it is closed.
  var isDeleted: Bool { get }

  /// Takes its name away. Another file that has the name now keeps it.
  func remove()

  /// Makes the file longer by `count` zeros, which have their place on the disk, and gives them as memory.
  /// A file grows at its end only: what has a place there keeps it.
  func grow(by count: Int) throws(LogError) -> UnsafeMutableRawBufferPointer

  /// Makes the file shorter. Nobody uses what is behind `length` any more.
  func cut(to length: Int) throws(LogError)

  /// Gives a part back.
  func unmap(_ memory: UnsafeMutableRawBufferPointer)

  /// Waits until the pages of `memory` would survive a loss of power. May be called from any thread.
  ///
  /// Where that fails, the next time is about all of them again.
  func sync(_ memory: UnsafeRawBufferPointer) throws(LogError)

  /// Closes it, without taking it away.
  func close()
}
