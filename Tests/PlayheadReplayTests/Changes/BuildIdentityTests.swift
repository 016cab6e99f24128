#if os(Linux)
  @testable import PlayheadReplay
  import Testing

  /// Whose index is believed: that of the same build.
  @Suite struct BuildIdentityTests {
    /// What counts of these files, where this one is the program.
    private func counted(_ program: String, _ libraries: [String]) -> [String] {
      BuildIdentity.counted(([program] + libraries).map { ($0, "1") }, program: program).map(\.path)
    }

    @Test
    func `the program and the app's libraries count for the build identity wherever they are`() {
      for program in ["/opt/x/ph", "/usr/lib/ph", "/lib/swift/linux/ph", "/opt/x/ph (deleted)"] {
        #expect(counted(program, []) == [program])
      }
      let libraries = [
        "/opt/x/lib/libshop.so", "/usr/lib/app/libshop.so", "/usr/lib/app/libshop.so (deleted)",
        "/usr/lib/x86_64-linux-gnu/app/libshop.so", "/usr/local/lib/libshop.so",
      ]
      #expect(counted("/opt/x/ph", libraries) == ["/opt/x/ph"] + libraries)
    }
  }
#endif
