/// A plug-in that wants to hear of the player, as of a delegate's methods.
///
/// The calls come beside the actions and after them, and only live. Who wants to change a state because
/// of one dispatches an action, which a recording then has.
package protocol PreviewSubscriber {
  /// The preview shows another moment, in milliseconds.
  func didSeek(to position: Int)

  /// The player has come to `position`.
  func didProgress(to position: Int)

  /// The player has been started or paused.
  func playStateDidChange(to state: PlayState)
}

extension PreviewSubscriber {
  /// Does nothing.
  package func didSeek(to position: Int) {}
  /// Does nothing.
  package func didProgress(to position: Int) {}
  /// Does nothing.
  package func playStateDidChange(to state: PlayState) {}
}

/// A plug-in that wants to hear of the editor's life.
package protocol EditorLifeCycle {
  /// A person sees the editor.
  func editorDidAppear()

  /// The editor is about to go away.
  func editorWillDisappear()
}

extension EditorLifeCycle {
  /// Does nothing.
  package func editorDidAppear() {}
  /// Does nothing.
  package func editorWillDisappear() {}
}
