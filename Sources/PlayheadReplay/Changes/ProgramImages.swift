import Foundation

#if canImport(Darwin)
  import MachO
#endif

/// The files that the code of the process is in.
enum ProgramImages {
  /// Where the system has its own.
  private static let system = ["/usr/lib", "/lib", "/System/", "/Library/", "/opt/", "/nix/store/"]

  /// The program's file and the libraries that came with it, in order of their names.
  static var paths: [String] {
    let own = loaded.filter { path in !system.contains { path.hasPrefix($0) } }
    let program = Bundle.main.executablePath ?? CommandLine.arguments.first
    return Set(own + (program.map { [$0] } ?? [])).sorted()
  }

  #if canImport(Darwin)
    private static var loaded: [String] {
      (0..<_dyld_image_count()).compactMap { _dyld_get_image_name($0).map { String(cString: $0) } }
    }
  #else
    /// Those of which the process may execute something.
    private static var loaded: [String] {
      let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
      return maps.split(separator: "\n").compactMap { line in
        // Address, rights, offset, device, inode, and the path, which may have spaces.
        let columns = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
        guard columns.count == 6, columns[1].contains("x") else { return nil }
        let path = columns[5].drop { $0 == " " }
        return path.hasPrefix("/") ? String(path) : nil
      }
    }
  #endif
}
