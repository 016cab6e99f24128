import PlayheadFlux
import PlayheadPlugins
import PlayheadTerminal
import SampleSupport

private enum CoverCommand: String, CaseIterable {
  case open, close, cancel
}

/// The optional plug-ins. All others are needed by these.
private enum Feature: String, CaseIterable {
  case stickers, texts, filters
}

extension ClipEditor {
  func cover(_ words: inout CommandLineReader) throws {
    switch try words.choice("what there is to do with the cover", of: CoverCommand.self) {
    case .open: try openCover()
    case .close: try closeCover(keeping: Cover(frame: preview.position, composition: composition))
    case .cancel: try closeCover(keeping: nil)
    }
  }

  /// Loads the cover editor, which then takes the cover's content. Data goes in with one action and out with
  /// one, and neither editor knows the other's parts.
  private func openCover() throws {
    guard !isCoverOpen else {
      throw CommandError("the cover editor is open; 'cover close' closes it")
    }
    standStill()
    let cover = plugins.dock.dock.state.cover ?? Cover(frame: preview.position)
    dispatcher.dispatch(LoadPlugin(host: plugins.host.name, plugin: plugins.cover.name))
    dispatcher.dispatch(OpenCover(cover))
  }

  private func closeCover(keeping cover: Cover?) throws {
    guard isCoverOpen else {
      throw CommandError("the cover editor is not open; 'cover open' opens it")
    }
    dispatcher.dispatch(CloseCover(cover))
    dispatcher.dispatch(UnloadPlugin(host: plugins.host.name, plugin: plugins.cover.name))
  }

  func unplug(_ words: inout CommandLineReader) throws {
    let feature = try feature(&words)
    guard plugins.host.loaded.state.contains(feature) else {
      throw CommandError(
        "the \(feature) are unplugged already; 'plug \(feature)' puts them in again")
    }
    dispatcher.dispatch(UnloadPlugin(host: plugins.host.name, plugin: feature))
  }

  func plug(_ words: inout CommandLineReader) throws {
    let feature = try feature(&words)
    guard !plugins.host.loaded.state.contains(feature) else {
      throw CommandError(
        "the \(feature) are plugged in already; 'unplug \(feature)' takes them out")
    }
    dispatcher.dispatch(LoadPlugin(host: plugins.host.name, plugin: feature))
  }

  private func feature(_ words: inout CommandLineReader) throws -> String {
    let feature = try words.choice("a plug-in that can be taken out", of: Feature.self).rawValue
    guard !isCoverOpen else {
      throw CommandError(
        "plug-ins of the film are plugged and unplugged there; 'cover close' goes back")
    }
    return feature
  }
}
