import Foundation
import ItemList
import PlayheadFlux
import PlayheadTerminal
import SampleSupport

extension ItemListApp {
  static let commands = CommandTable<ItemListApp>(
    TextCommand("unlock CODE", "say the code; the sample's is \(Passcode.sample)") { app, words in
      guard let screen = app.root.top as? LoginScreen else {
        throw CommandError("the app is unlocked already; 'lock' locks it")
      }
      try screen.presenter.onCode(String(words.word("a code")))
    },
    TextCommand("lock", "let nobody see the logins; calls a running check off") { app, _ in
      try app.refuseToLoseChanges()
      app.root.presenter.onLock()
    },
    TextCommand("wait", "wait for the answer to 'unlock'") { app, _ in app.wait() },
    TextCommand("filter [TEXT]", "fill the filter field") { app, words in
      try app.list.presenter.onFilterText(words.text(usage: nil))
    },
    TextCommand("clear", "tap the clear button in the filter field") { app, _ in
      try app.list.presenter.onClearButton()
    },
    TextCommand("cancel", "tap the cancel button beside the filter field") { app, _ in
      try app.list.tapCancelButton()
    },
    TextCommand("sort ORDER", "list the logins alphabetically, or by recent use: recent") {
      app, words in
      try app.list.presenter.onSortOrder(words.choice("an order"))
    },
    TextCommand("open N", "see a login of the list") { app, words in
      try app.list.tapLine(words.number("a login's number"))
    },
    TextCommand("back", "see the list again") { app, _ in app.root.presenter.onBackButton() },
    TextCommand("reveal", "show the open login's password, or cover it") { app, _ in
      try app.detail.presenter.onRevealButton()
    },
    TextCommand("copy", "copy the open login's password") { app, _ in
      try app.detail.presenter.onCopyButton()
    },
    TextCommand("add HOSTNAME USERNAME PASSWORD [TEXT]", "keep a login, with notes") { app, words in
      try app.list.presenter.onNewItem(
        hostname: String(words.word("a hostname")), username: String(words.word("a username")),
        password: String(words.word("a password")), notes: words.text(usage: nil))
    },
    TextCommand("edit FIELD [TEXT]", "fill a field: hostname, username, password, notes") {
      app, words in
      try app.detail.fill(words.choice("a field"), with: words.text(usage: nil))
    },
    TextCommand("delete", "forget the open login") { app, _ in
      try app.detail.presenter.onDeleteButton()
    },
    TextCommand("settings", "see the settings") { app, _ in
      try app.list.presenter.onSettingsButton()
    },
    TextCommand("storage [FILE]", "keep the logins in a file, or in the memory") { app, words in
      try app.use(words.word().map(String.init))
    },
    // Not in the app's state, so no view could show it.
    TextCommand("telemetry", telling: "how often which action came") { app, _ in app.counts.text })

  private func use(_ path: String?) throws {
    let settings = try screen(SettingsScreen.self)
    // Choosing the present storage again discards the changes.
    if path != core.items.state.path { try refuseToLoseChanges() }
    settings.presenter.onStorage(path: path)
  }

  /// The device may still go to sleep. But a user who reads this can still save the changes.
  private func refuseToLoseChanges() throws {
    let logins = core.items.state
    guard logins.hasUnsavedChanges, let path = logins.path else { return }
    throw CommandError(
      "'\(path)' does not have the last change, which would be lost; another change tries to write "
        + "it again, and 'storage \(path)' in the settings gives it up")
  }

  private var list: ListScreen { get throws { try screen(ListScreen.self) } }

  private var detail: DetailScreen { get throws { try screen(DetailScreen.self) } }

  /// The top view, if it has this type. Throws otherwise.
  private func screen<S: Screen>(_ type: S.Type) throws -> S {
    let top = root.top
    if let screen = top as? S { return screen }
    let way = top is LoginScreen ? "'unlock CODE' and 'wait' come first" : S.wayThere
    throw CommandError("that is done in \(S.place); \(way)")
  }
}
