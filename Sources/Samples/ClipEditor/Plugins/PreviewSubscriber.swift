/// A plug-in that wants to hear of the player, as of a delegate's methods.
///
/// The calls come beside the actions and after them, and only live. Who wants to change a state because
/// of one dispatches an action, which a recording then has.
protocol PreviewSubscriber {
  /// The preview shows another moment, in milliseconds.
  func didSeek(to position: Int)

  /// The player has come to `position`.
  func didProgress(to position: Int)

  /// The player has been started or paused.
  func playStateDidChange(to state: PlayState)
}

extension PreviewSubscriber {
  func didSeek(to position: Int) {}
  func didProgress(to position: Int) {}
  func playStateDidChange(to state: PlayState) {}
}

/// A plug-in that wants to hear of the editor's life.
protocol EditorLifeCycle {
  /// A person sees the editor.
  func editorDidAppear()

  /// The editor is about to go away.
  func editorWillDisappear()
}

extension EditorLifeCycle {
  func editorDidAppear() {}
  func editorWillDisappear() {}
}
