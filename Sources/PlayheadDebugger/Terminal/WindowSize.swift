import Foundation

/// How many columns the window of a file shows; nil if it has none.
func windowWidth(_ descriptor: Int32) -> Int? {
  windowSize(descriptor).flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil }
}

/// The size of the window of a file; nil if it has none.
func windowSize(_ descriptor: Int32) -> winsize? {
  var size = winsize()
  #if canImport(Musl)
    let answer = ioctl(descriptor, Int32(TIOCGWINSZ), &size)
  #else
    let answer = ioctl(descriptor, UInt(TIOCGWINSZ), &size)
  #endif
  return answer == 0 ? size : nil
}
