extension LogScan {
  /// What is wrong with a frame.
  package struct FrameFaultPlace {
    package var frame: Int
    package var offset: Int
    package var fault: String
    /// What is known of the frame: from an index, or as it is whole.
    package var known: FrameIndex.Entry?
    /// Whether it is about what is missing in front of the frame, which itself is whole.
    package var isWhole = false
    /// Whether it is whole, and its steps are not behind those of the frames in front of it.
    package var isMisplaced = false

    package init(
      frame: Int, offset: Int, fault: String, known: FrameIndex.Entry? = nil, isWhole: Bool = false,
      isMisplaced: Bool = false
    ) {
      (self.frame, self.offset, self.fault, self.known) = (frame, offset, fault, known)
      (self.isWhole, self.isMisplaced) = (isWhole, isMisplaced)
    }
  }
}

extension LogScan {
  /// Why a frame is not taken in.
  struct Refusal {
    package var fault: String
    /// What a whole frame holds that stands behind others that come after it.
    package var misplaced: FrameIndex.Entry?

    static func damaged(_ fault: String) -> Refusal { Refusal(fault: fault) }

    /// A frame that leads back: it is there twice, or parts of a log are in the wrong order.
    static func misplaced(_ entry: FrameIndex.Entry) -> Refusal {
      Refusal(fault: "its steps do not follow those before it", misplaced: entry)
    }
  }
}
