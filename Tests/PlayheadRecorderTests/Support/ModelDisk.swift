import Foundation
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import Synchronization

/// A disk in memory that forgets what was not synchronized when the power is lost, page by page, in
/// any order, and now and then in the middle of one.
///
/// What is written back by chance, as an operating system does, is decided by a generator, and so is
/// what a loss of power leaves.
final class ModelDisk: Disk, @unchecked Sendable {
  /// What a disk writes at once.
  static let sectorLength = 512

  private let state: Mutex<ModelNames>
  /// Called in front of whatever changes a file.
  nonisolated(unsafe) var watch: () -> Void = {}
  /// Called in front of every synchronization of a tail.
  nonisolated(unsafe) var watchTail: () -> Void = {}
  /// What keeps it from giving files other names.
  nonisolated(unsafe) var namesFault: LogError?
  /// Whether files can be taken away.
  nonisolated(unsafe) var canRemove = true
  /// Whether the next synchronization of a log fails, and drops what it was about.
  nonisolated(unsafe) var failsNextSync = false
  /// How many of the next synchronizations of a tail fail, of which the next one is about all again.
  nonisolated(unsafe) var failingTailSyncs = 0
  /// How many bytes there is room for in logs.
  nonisolated(unsafe) var room = Int.max

  init(_ files: [String: [UInt8]] = [:]) {
    state = Mutex(ModelNames(files.mapValues { ModelFile(durable: $0) }))
  }

  func createLog(_ path: String, like model: String?) throws(LogError) -> any LogFile {
    guard file(path) == nil else { throw .exists(path: path) }
    watch()
    if let namesFault { throw namesFault }
    return ModelLogFile(path, add(path), self)
  }

  func openLog(_ path: String) throws(LogError) -> any LogFile {
    guard let file = file(path) else { throw .unwritable(path: path, reason: .system(ENOENT)) }
    return ModelLogFile(path, file, self)
  }

  func createTail(_ path: String, like model: String?) throws(LogError) -> any TailFile {
    guard file(path) == nil else { throw .exists(path: path) }
    return ModelTailFile(path, add(path), self)
  }

  func source(of path: String) throws(ReadingError) -> any LogSource {
    guard let bytes = exclusively({ $0.present[path]?.current }) else {
      throw .missing(path: path)
    }
    return MemorySource(bytes: bytes)
  }

  /// A file's bytes.
  func bytes(of path: String) throws -> [UInt8] {
    let source = try source(of: path)
    return try source.read(at: 0, count: source.size)
  }

  func size(of path: String) -> Int? { exclusively { $0.present[path]?.size } }

  func start(of path: String, count: Int) -> [UInt8]? {
    exclusively { ($0.present[path]?.current).map { Array($0.prefix(count)) } }
  }

  @discardableResult func remove(_ path: String) -> Bool {
    watch()
    guard canRemove else { return false }
    exclusively { $0.change { $0[path] = nil } }
    return true
  }

  /// Whether a file has no name any more.
  fileprivate func isDeleted(_ file: ModelFile) -> Bool {
    exclusively { names in !names.present.values.contains { $0 === file } }
  }

  func names(in folder: String) -> [String] {
    exclusively { $0.present.keys.filter { !$0.contains("/") } }
  }

  func syncNames(in folder: String) {
    watch()
    exclusively { $0.sync() }
  }

  /// How many bytes all logs take.
  var logBytes: Int {
    exclusively { names in
      names.present.filter { !$0.key.hasSuffix(".tail") }.values.reduce(0) { $0 + $1.size }
    }
  }

  /// What a full disk says, in the words of the system.
  static func full(_ path: String) -> LogError {
    .unwritable(path: path, reason: .system(ENOSPC))
  }

  /// How many bytes all files take.
  var byteCount: Int { exclusively { $0.present.values.reduce(0) { $0 + $1.size } } }

  private func file(_ path: String) -> ModelFile? {
    exclusively { $0.present[path] }
  }

  private func add(_ path: String) -> ModelFile {
    exclusively { names in
      let file = ModelFile(durable: names.present[path]?.durable ?? [])
      names.add(file, path)
      return file
    }
  }

  func exclusively<T>(_ body: (inout ModelNames) throws -> T) rethrows -> T {
    // Both are in the hands of whoever holds the lock.
    try state.withLock { names in
      nonisolated(unsafe) var mine = names
      defer { names = mine }
      nonisolated(unsafe) let result = try body(&mine)
      return result
    }
  }

  /// Writes back some pages, as an operating system does whenever it likes.
  func writeBack(_ generator: inout some RandomNumberGenerator) {
    exclusively { names in
      for path in names.present.keys.sorted() { names.present[path]?.writeBack(&generator) }
    }
  }

  /// What a process leaves that is killed now.
  func afterKill() -> ModelDisk {
    exclusively { ModelDisk($0.present.mapValues(\.current)) }
  }

  /// What is on the disk when the power is lost now.
  func afterPowerLoss(_ generator: inout some RandomNumberGenerator) -> ModelDisk {
    exclusively { names in
      var left: [String: [UInt8]] = [:]
      let files = names.left(&generator)
      for path in files.keys.sorted() { left[path] = files[path]?.mixture(&generator) }
      return ModelDisk(left)
    }
  }
}

extension ModelDisk {
  /// Records a store into a log on the disk, with small pages.
  func record(
    _ store: String = "one", _ state: any Encodable & Sendable = 1,
    digests: DigestInterval = .never, pageLength: Int = 4_096,
    change: (inout RecordingOptions) -> Void = { _ in }
  ) throws -> Recording {
    var options = RecordingOptions(digests: digests)
    change(&options)
    return try Recording(
      to: "log", app: "model", stores: [store], clock: ManualClock(), options: options, on: self,
      pageLength: pageLength, states: [state])
  }

  /// Opens what is left, as a tool does: the log at `path` with its tail and a flight recorder's older segments.
  ///
  /// - Parameter pageLength: That of the recorder, whose pages a tool expects at multiples of the usual length.
  func log(_ path: String = "log", pageLength: Int = 4_096) throws -> LogReader {
    let folder = try files(pageLength: pageLength)
    return try withExtendedLifetime(folder) { try LogReader(path: folder.path(path)) }
  }

  /// A folder with all files, as tools read them.
  func files(pageLength: Int = 4_096) throws -> Folder {
    let folder = try Folder()
    for name in names(in: "") {
      let bytes = try bytes(of: name)
      if name.hasSuffix(".tail"), pageLength != TailFormat.pageLength {
        try folder.write(pages: bytes, of: pageLength, as: name)
      } else {
        try folder.write(bytes, as: name)
      }
    }
    return folder
  }
}

extension Folder {
  /// Writes a tail whose pages are smaller than those that a tool expects.
  fileprivate func write(pages bytes: [UInt8], of length: Int, as name: String) throws {
    try write([], as: name)
    let file = try FileHandle(forWritingTo: URL(filePath: path(name)))
    defer { try? file.close() }
    for start in stride(from: 0, to: bytes.count, by: length) {
      try file.seek(toOffset: UInt64(start / length * TailFormat.pageLength))
      try file.write(contentsOf: bytes[start...].prefix(length))
    }
  }
}

/// The names of files. Changes reach the disk in order, but nobody knows when.
struct ModelNames {
  var present: [String: ModelFile]
  /// What the disk may have, from the oldest on.
  private var possible: [[String: ModelFile]]

  init(_ files: [String: ModelFile]) { (present, possible) = (files, [files]) }

  /// A new file's name counts as safe at once.
  mutating func add(_ file: ModelFile, _ path: String) {
    present[path] = file
    for index in possible.indices { possible[index][path] = file }
  }

  mutating func change(_ body: (inout [String: ModelFile]) -> Void) {
    body(&present)
    possible.append(present)
  }

  mutating func sync() { possible = [present] }

  func left(_ generator: inout some RandomNumberGenerator) -> [String: ModelFile] {
    possible.randomElement(using: &generator) ?? present
  }
}

/// A file's bytes, as its users see them and as the disk has them.
final class ModelFile {
  var durable: [UInt8]
  /// What was appended; of a tail, the memory has it.
  private var appended: [UInt8]
  /// What is before it is taken for written, whether the disk has it or not.
  private var dirtyStart = 0
  private(set) var memory: [(offset: Int, bytes: UnsafeMutableRawBufferPointer)] = []
  private var retired: [UnsafeMutableRawBufferPointer] = []

  init(durable: [UInt8]) {
    self.durable = durable
    appended = durable
  }

  deinit {
    for bytes in memory.map(\.bytes) + retired { bytes.deallocate() }
  }

  var current: [UInt8] {
    guard !memory.isEmpty else { return appended }
    var all = [UInt8](repeating: 0, count: memoryEnd)
    for part in memory { all.copy(UnsafeRawBufferPointer(part.bytes)[...], to: part.offset) }
    return all
  }

  /// How many bytes there are, without copying them.
  var size: Int { memory.isEmpty ? appended.count : memoryEnd }

  private var memoryEnd: Int { memory.map { $0.offset + $0.bytes.count }.max() ?? 0 }

  var length: Int { appended.count }

  func append(_ bytes: UnsafeRawBufferPointer) { appended += bytes }

  func cut(to length: Int) {
    appended.removeLast(appended.count - length)
    dirtyStart = min(dirtyStart, length)
  }

  func writeAgain(_ count: Int) { dirtyStart = min(dirtyStart, length - count) }

  func grow(by count: Int) -> UnsafeMutableRawBufferPointer {
    let offset = memoryEnd
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 4_096)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    if memory.isEmpty { durable = [] }
    memory.append((offset, bytes))
    // Blocks that were made beforehand read as zeros.
    durable += [UInt8](repeating: 0, count: max(0, offset + count - durable.count))
    return bytes
  }

  /// Somebody may still hold what is cut off.
  func cutMemory(to length: Int) {
    retired += memory.filter { $0.offset >= length }.map(\.bytes)
    memory.removeAll { $0.offset >= length }
    durable = Array(durable.prefix(length))
  }

  func sync() {
    let missing = [UInt8](repeating: 0, count: max(0, dirtyStart - durable.count))
    durable = Array((durable + missing)[..<dirtyStart]) + current[dirtyStart...]
    if memory.isEmpty { dirtyStart = length }
  }

  /// What an operating system does with pages that could not be written.
  func drop() { dirtyStart = length }

  func sync(_ part: UnsafeRawBufferPointer) {
    let start = UInt(bitPattern: part.baseAddress)
    for place in memory {
      let base = UInt(bitPattern: place.bytes.baseAddress)
      guard start >= base, start < base + UInt(place.bytes.count) else { continue }
      let first = Int(start - base) / 4_096 * 4_096
      let last = min(place.bytes.count, Int(start - base) + part.count)
      durable.copy(UnsafeRawBufferPointer(place.bytes)[first..<last], to: place.offset + first)
    }
  }

  func writeBack(_ generator: inout some RandomNumberGenerator) {
    durable = mixture(&generator)
  }

  /// What a loss of power leaves: old and new sectors, and an old or a new length, or one in between.
  func mixture(_ generator: inout some RandomNumberGenerator) -> [UInt8] {
    let new = current
    let lengths = min(durable.count, new.count)...max(durable.count, new.count)
    var mixed = [UInt8](repeating: 0, count: Int.random(in: lengths, using: &generator))
    for start in stride(from: 0, to: mixed.count, by: ModelDisk.sectorLength) {
      let end = min(start + ModelDisk.sectorLength, mixed.count)
      let source = end > dirtyStart && Bool.random(using: &generator) ? new : durable
      let part = min(start, source.count)..<min(end, source.count)
      source.withUnsafeBytes { mixed.copy($0[part], to: start) }
    }
    return mixed
  }
}

extension [UInt8] {
  /// At once: byte by byte, most of these tests' time would go here in a debug build.
  fileprivate mutating func copy(_ bytes: Slice<UnsafeRawBufferPointer>, to start: Int) {
    withUnsafeMutableBytes {
      UnsafeMutableRawBufferPointer(rebasing: $0[start..<start + bytes.count])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes))
    }
  }
}

private final class ModelLogFile: LogFile {
  var path: String
  private let file: ModelFile
  private let disk: ModelDisk

  init(_ path: String, _ file: ModelFile, _ disk: ModelDisk) {
    (self.path, self.file, self.disk) = (path, file, disk)
  }

  var length: Int { disk.exclusively { _ in file.length } }
  var isDeleted: Bool { disk.isDeleted(file) }

  func append(_ bytes: UnsafeRawBufferPointer) throws(LogError) {
    disk.watch()
    guard !isDeleted else { throw .unwritable(path: path, reason: .deleted) }
    guard disk.logBytes + bytes.count <= disk.room else { throw ModelDisk.full(path) }
    disk.exclusively { _ in file.append(bytes) }
  }

  func cut(to length: Int) {
    disk.watch()
    disk.exclusively { _ in file.cut(to: length) }
  }

  func sync() throws(LogError) {
    disk.watch()
    guard !disk.failsNextSync else {
      disk.failsNextSync = false
      disk.exclusively { _ in file.drop() }
      throw .unwritable(path: path, reason: .system(EIO))
    }
    disk.exclusively { _ in file.sync() }
  }

  func writeAgain(_ bytes: UnsafeRawBufferPointer) {
    disk.watch()
    disk.exclusively { _ in file.writeAgain(bytes.count) }
  }

  func close() { disk.watch() }
}

private final class ModelTailFile: TailFile {
  private let path: String
  private let file: ModelFile
  private let disk: ModelDisk

  init(_ path: String, _ file: ModelFile, _ disk: ModelDisk) {
    (self.path, self.file, self.disk) = (path, file, disk)
  }

  var isDeleted: Bool { disk.isDeleted(file) }

  func remove() { disk.remove(path) }

  func grow(by count: Int) throws(LogError) -> UnsafeMutableRawBufferPointer {
    disk.exclusively { _ in file.grow(by: count) }
  }

  func cut(to length: Int) {
    disk.exclusively { _ in file.cutMemory(to: length) }
  }

  func unmap(_ memory: UnsafeMutableRawBufferPointer) {}

  func sync(_ memory: UnsafeRawBufferPointer) throws(LogError) {
    disk.watchTail()
    guard disk.failingTailSyncs == 0 else {
      disk.failingTailSyncs -= 1
      throw .unwritable(path: "tail", reason: .system(EIO))
    }
    disk.exclusively { names in
      file.sync(memory)
      names.sync()
    }
  }

  func close() {}
}
