import Foundation
import PlayheadCoding

#if canImport(Darwin)
  import MachO
#endif

/// Identifies a build of a program.
package enum BuildIdentity {
  /// The build of the running program and the libraries that came with it.
  ///
  /// It is the linker's ID or, if there is none, a digest of the file: 10 ms for 50 MB, 350 ms if Playhead is
  /// not optimized. Computed once per process.
  static let ofProgram = images.map { $0.linked ?? digest(ofFile: $0.path) }
    .sorted().joined(separator: " ")

  /// The same, if all files have a linker's ID; nil otherwise.
  package static let linked: String? = {
    let linked = images.map(\.linked)
    return linked.contains(nil)
      ? nil : linked.compactMap(\.self).sorted().joined(separator: " ")
  }()

  /// A file with code of the process, and its linker's ID, which differs from build to build.
  typealias Image = (path: String, linked: String?)

  /// The program's file and the libraries that came with it.
  private static let images = counted(loaded, program: program)

  /// The program, even if it is not among the images, and the libraries that came with it.
  static func counted(_ loaded: [Image], program: String) -> [Image] {
    let found = loaded.first { $0.path == program } ?? (program, nil)
    return [found] + loaded.filter { $0.path != program && !comesWithSystem($0.path) }
  }

  /// A digest of a file; unique if the file cannot be read, because a new build replaced it.
  static func digest(ofFile path: String) -> String {
    guard let file = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    else { return UUID().uuidString }
    return String(file.withUnsafeBytes { XXHash.hash64($0) }, radix: 16)
  }
}

#if canImport(Darwin)
  extension BuildIdentity {
    private static var program: String { Bundle.main.executablePath ?? "" }

    /// Whether a library is the system's or the toolchain's. Only the system can write into these folders.
    private static func comesWithSystem(_ path: String) -> Bool {
      ["/System/", "/usr/lib/", "/Library/Apple/", "/Library/Developer/"]
        .contains { path.hasPrefix($0) } || path.contains("/libfaketime")
    }

    private static var loaded: [Image] {
      (0..<_dyld_image_count()).compactMap { number in
        guard let path = _dyld_get_image_name(number) else { return nil }
        return (String(cString: path), _dyld_get_image_header(number).flatMap(linked))
      }
    }

    private static func linked(_ image: UnsafePointer<mach_header>) -> String? {
      var command = UnsafeRawPointer(image) + MemoryLayout<mach_header_64>.size
      for _ in 0..<image.pointee.ncmds {
        let head = command.load(as: load_command.self)
        if head.cmd == UInt32(LC_UUID) {
          return UUID(uuid: command.load(as: uuid_command.self).uuid).uuidString
        }
        command += Int(head.cmdsize)
      }
      return nil
    }
  }
#else
  extension BuildIdentity {
    /// The file that the process runs, as in `maps`: followed by " (deleted)" if the file is gone.
    private static var program: String {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    }

    /// Whether a library is the system's or the toolchain's. Some of the system's are loaded in one run, but
    /// not in the next.
    ///
    /// The system's libraries are right in a library folder, such as `/usr/lib` or
    /// `/usr/lib/x86_64-linux-gnu`; below one there are only those that convert characters. The toolchain's
    /// are in `lib/swift/linux`. The library that moves clocks is known by its name.
    private static func comesWithSystem(_ path: String) -> Bool {
      let system = /(\/usr)?\/lib(32|64|x32)?(\/\w+-linux-\w+)?(\/gconv)?\/[^\/]+/
      return path.wholeMatch(of: system) != nil || path.contains("/lib/swift/linux/")
        || path.contains("/libfaketime")
    }

    /// Files with code of the process. Reads linkers' IDs from memory, as a file may have been replaced.
    private static var loaded: [Image] {
      let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
      let mappings = maps.split(separator: "\n").compactMap(Mapping.init)
      let code = Set(mappings.filter { $0.rights.contains("x") }.map(\.path))
      return code.map { path in
        let beginning = mappings.first {
          $0.path == path && $0.offset == 0 && $0.rights.contains("r")
        }
        return (path, beginning.flatMap { buildID(in: $0.bytes) })
      }
    }

    /// The most bytes in front of the note with the build ID.
    private static let notesEnd = 4_096

    /// The build ID of the GNU linkers, a hash of all that was linked. Nil if it is not in the first part of a file.
    private static func buildID(in file: UnsafeRawBufferPointer) -> String? {
      for place in stride(from: 0, to: min(file.count, notesEnd) - 16, by: 4) {
        // The lengths of a note's name and content, its kind, and its name, "GNU".
        let head = file.loadUnaligned(fromByteOffset: place, as: SIMD4<UInt32>.self)
        guard head.x == 4, head.y > 0, head.z == 3, head.w == 0x55_4E47 else { continue }
        let content = file.dropFirst(place + 16).prefix(Int(head.y))
        return content.map { String($0, radix: 16) }.joined(separator: "-")
      }
      return nil
    }
  }

  /// A part of a file that is mapped into memory.
  private struct Mapping {
    let bytes: UnsafeRawBufferPointer
    let rights: Substring
    let offset: Int
    let path: String

    /// Reads a line: addresses, rights, offset, device, inode, path (with spaces). Nil without a file.
    init?(_ line: Substring) {
      let columns = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard columns.count == 6 else { return nil }
      let ends = columns[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      let path = columns[5].drop { $0 == " " }
      guard path.hasPrefix("/"), ends.count == 2, let offset = Int(columns[2], radix: 16) else {
        return nil
      }
      bytes = UnsafeRawBufferPointer(
        start: UnsafeRawPointer(bitPattern: ends[0]), count: Int(ends[1] - ends[0]))
      (rights, self.offset, self.path) = (columns[1], offset, String(path))
    }
  }
#endif
