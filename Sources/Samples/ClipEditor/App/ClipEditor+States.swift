import PlayheadFlux
package import PlayheadPlugins

extension ClipEditor {
  /// Whether the cover editor is open.
  package var isCoverOpen: Bool { plugins.host.loaded.state.contains(plugins.cover.name) }

  /// The scene that a person works in.
  package var scene: Scene { isCoverOpen ? .cover : .film }

  /// The plug-ins that every scene has, of the one that a person works in.
  var parts: SceneParts { isCoverOpen ? plugins.cover.parts : plugins.base }

  /// What plug-ins of the scene look at.
  var context: EditorContext {
    let film = plugins.context(of: dispatcher)
    return isCoverOpen ? plugins.cover.context(in: film) : film
  }

  /// All that has been made in the scene.
  package var composition: Composition { context.composition }

  /// What is selected in the scene.
  package var selected: ItemID? { context.selection() }

  /// What the scene's preview shows.
  package var preview: Preview { context.preview() }

  /// The scene's menu.
  package var menu: Menu { parts.menu.menu.state }

  /// What can be undone in the scene.
  package var history: History { parts.history.history.state }

  /// The drafts that are known.
  package var knownDrafts: Drafts { plugins.drafts.drafts.state }

  /// The film with its cover.
  package var draft: Draft { plugins.draft() }

  /// The editor's plug-ins.
  package var host: PluginHost<EditorContext> { plugins.host }

  /// The states of the scene.
  var states: SceneStates {
    SceneStates(
      scene: scene, composition: composition, preview: preview, selected: selected, menu: menu,
      history: history, loaded: context.loaded())
  }
}
