#if os(Linux)
  import Foundation
  import Glibc

  /// A terminal without a screen: what is typed goes to the standard input of this process, which should
  /// be one of its own, and what that writes can be read.
  struct PseudoTerminal {
    private let master: Int32

    /// Puts a terminal of 80 columns and 24 lines in the place of standard input and output.
    init?() {
      master = open("/dev/ptmx", O_RDWR)
      // Numbers of <asm/ioctls.h>, which Swift does not import: TIOCSPTLCK, TIOCGPTN.
      let (unlock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      var (isLocked, index): (Int32, Int32) = (0, 0)
      guard master >= 0, ioctl(master, unlock, &isLocked) == 0, ioctl(master, number, &index) == 0
      else { return nil }
      var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(master, UInt(TIOCSWINSZ), &size)
      let slave = open("/dev/pts/\(index)", O_RDWR)
      guard slave >= 0, dup2(slave, STDIN_FILENO) == 0, dup2(slave, STDOUT_FILENO) == 1 else {
        return nil
      }
    }

    /// On another thread, waits for each text and types what belongs to it; `seen` is told of all that
    /// was written.
    func type(_ keys: [(after: String, keys: String)], _ seen: @escaping @Sendable (String) -> Void)
    {
      let (master, keys) = (master, keys)
      Thread.detachNewThread {
        // What was written behind the last text that was waited for.
        var rest = ""
        var buffer = [UInt8](repeating: 0, count: 4_096)
        for step in keys {
          while !rest.contains(step.after) {
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { return }
            let text = String(decoding: buffer.prefix(count), as: UTF8.self)
            rest += text
            seen(text)
          }
          if let found = rest.range(of: step.after) { rest = String(rest[found.upperBound...]) }
          _ = write(master, step.keys, step.keys.utf8.count)
        }
        while read(master, &buffer, buffer.count) > 0 {}
      }
    }
  }
#endif
