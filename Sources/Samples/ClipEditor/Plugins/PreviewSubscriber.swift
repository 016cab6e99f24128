/// A plug-in with callbacks about the player, like a delegate.
///
/// The calls come after the actions, and only live. To change a state in a callback, dispatch an action.
package protocol PreviewSubscriber {
  /// The preview shows another moment, in milliseconds.
  func didSeek(to position: Int)

  /// The player has reached `position`.
  func didProgress(to position: Int)

  /// The player was started or paused.
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

/// A plug-in with callbacks about the editor's life cycle.
package protocol EditorLifeCycle {
  /// The editor is visible.
  func editorDidAppear()

  /// The editor is about to close.
  func editorWillDisappear()
}

extension EditorLifeCycle {
  /// Does nothing.
  package func editorDidAppear() {}
  /// Does nothing.
  package func editorWillDisappear() {}
}
