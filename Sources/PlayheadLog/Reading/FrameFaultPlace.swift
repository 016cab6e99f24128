extension LogScan {
  /// What is wrong with a frame.
  struct FrameFaultPlace {
    var frame: Int
    var offset: Int
    var fault: String
    /// What is known of the frame: from an index, or as it is whole.
    var known: FrameIndex.Entry?
    /// Whether it is about what is missing in front of the frame, which itself is whole.
    var isWhole = false
    /// Whether it is whole, and its steps are not behind those of the frames in front of it.
    var isMisplaced = false
  }
}

extension LogScan {
  /// Why a frame is not taken in.
  struct Refusal {
    var fault: String
    /// What a whole frame holds that stands behind others that come after it.
    var misplaced: FrameIndex.Entry?

    static func damaged(_ fault: String) -> Refusal { Refusal(fault: fault) }

    /// A frame that leads back: it is there twice, or parts of a log are in the wrong order.
    static func misplaced(_ entry: FrameIndex.Entry) -> Refusal {
      Refusal(fault: "its steps do not follow those before it", misplaced: entry)
    }
  }
}
