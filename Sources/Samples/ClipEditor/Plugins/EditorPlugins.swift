import PlayheadFlux
import PlayheadPlugins

/// The editor's plug-ins.
struct EditorPlugins: Sendable {
  let base: SceneParts
  let filters = OverlayPlugin(.filter, in: .film)
  let tracks = TrackPlugin()
  let cover: CoverPlugin
  let dock = CoverDockPlugin()
  let drafts = DraftPlugin()
  let host: PluginHost<EditorContext>

  init(
    and extra: [any Plugin<EditorContext>], _ fault: ClipEditorFault?
  ) throws(PluginError) {
    base = SceneParts(.film, fault)
    cover = try CoverPlugin()
    host = try PluginHost(
      "editor", base.plugins + [filters, tracks, cover, dock, drafts] + extra, unloaded: ["cover"])
  }

  /// The present preview.
  var preview: @Sendable () -> Preview {
    let preview = base.preview.preview
    return { preview.state }
  }

  /// The film with its cover.
  var draft: @Sendable () -> Draft {
    let tracks = tracks.tracks
    let stickers = base.stickers.overlays
    let texts = base.texts.overlays
    let filters = filters.overlays
    let dock = dock.dock
    return {
      var film = Composition(tracks: tracks.state.tracks)
      film.stickers = stickers.state
      film.texts = texts.state
      film.filters = filters.state
      return Draft(film: film, cover: dock.state.cover)
    }
  }

  /// The folder for drafts.
  var draftFolder: @Sendable () -> String? {
    let drafts = drafts.drafts
    return { drafts.state.folder }
  }

  /// The context of the editor's plug-ins.
  func context(of dispatcher: Dispatcher) -> EditorContext {
    let tracks = tracks.tracks
    let filters = filters.overlays
    return base.context(
      of: dispatcher, tracks: { tracks.state.tracks }, filters: { filters.state },
      selection: { tracks.state.selected }, loaded: host.loaded)
  }
}
