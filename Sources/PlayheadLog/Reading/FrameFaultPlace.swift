extension LogScan {
  /// What is wrong with a frame.
  struct FrameFaultPlace {
    var frame: Int
    var offset: Int
    var fault: String
    /// What an index says of the frame, if one tells of it.
    var known: FrameIndex.Entry?
    /// Whether it is about what is missing in front of the frame, which itself is whole.
    var isWhole = false
  }
}
