import Foundation
import PlayheadCoding

#if canImport(Darwin)
  import MachO
#endif

/// By what the build of a program is told from every other.
package enum BuildIdentity {
  /// Of the program that runs, and of the libraries that came with it.
  ///
  /// What its linker wrote, which takes no time; where a linker wrote nothing, a digest of the file: of 50 MB 10 ms,
  /// and 350 ms where Playhead is not optimized. It is asked for once in a process.
  static let ofProgram = images.map { $0.linked ?? digest(ofFile: $0.path) }
    .joined(separator: " ")

  /// The same, if linkers wrote all of it.
  package static let linked: String? = {
    let linked = images.map(\.linked)
    return linked.contains(nil) ? nil : linked.compactMap(\.self).joined(separator: " ")
  }()

  /// A file that code of the process is in, and what its linker wrote to tell it from other builds.
  private typealias Image = (path: String, linked: String?)

  /// Where the system has its own, some of which are loaded in one run and not in the next; with what moves clocks.
  private static let system = [
    "/usr/lib", "/lib", "/System/", "/Library/", "/opt/", "/nix/store/", "/usr/local/lib/faketime/",
  ]

  /// The program's file and the libraries that came with it, in order of their names.
  private static let images: [Image] = {
    let program = Bundle.main.executablePath
    return loaded.filter { image in
      image.path == program || !system.contains { image.path.hasPrefix($0) }
    }.sorted { $0.path < $1.path }
  }()

  /// A digest of a file. Where a new build has taken its place since the process began, nobody has what is running:
  /// then it is one that no process has twice.
  static func digest(ofFile path: String) -> String {
    guard let file = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    else { return UUID().uuidString }
    return String(file.withUnsafeBytes { XXHash.hash64($0) }, radix: 16)
  }
}

#if canImport(Darwin)
  extension BuildIdentity {
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
    /// Files of which the process may execute something; what their linkers wrote is read from memory, as a file may
    /// have been replaced.
    private static var loaded: [Image] {
      let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
      let mappings = maps.split(separator: "\n").compactMap(Mapping.init)
      let code = Set(mappings.filter { $0.rights.contains("x") }.map(\.path))
      return code.map { path in
        let beginning = mappings.first {
          $0.path == path && $0.offset == 0 && $0.rights.contains("r")
        }
        return (path, beginning.flatMap { ELFNotes.buildID(of: $0.bytes) })
      }
    }
  }

  /// A part of a file that is mapped into memory.
  private struct Mapping {
    let bytes: UnsafeRawBufferPointer
    let rights: Substring
    let offset: Int
    let path: String

    /// Of a line: addresses, rights, offset, device, inode, and the path, which may have spaces. Nil without a file.
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
