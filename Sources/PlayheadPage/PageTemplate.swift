import Foundation
import PlayheadValues

/// The page's HTML, CSS and JavaScript, from the files under `Page`, with a session's data.
enum PageTemplate {
  /// The first bytes of every page.
  static let beginning =
    PackageResources.page_html.prefix(while: { $0 != UInt8(ascii: "\n") })
    + Array("\n<!-- A session that was recorded with Playhead. -->".utf8)

  /// The page of a session.
  static func html(of meta: PageMeta, _ blocks: [[UInt8]]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // No text may look like the end of the script element.
    let json = String(decoding: try encoder.encode(meta), as: UTF8.self)
      .replacingBytes(of: "<", with: "\\u003c")
    let data = blocks.map { Data($0).base64EncodedString() }
      .map { #"<script type="text/plain" class="block">"# + $0 + "</script>\n" }
    // Recorded text cannot have this word, which is made only now. So browsers run no recorded script.
    return page(with: scripts + fileScripts, connecting: "", nonce: UUID().uuidString.lowercased())
      .replacingFirst(
        "<!--DATA-->",
        with: #"<script type="application/json" id="session">"# + json + "</script>\n"
          + data.joined())
  }

  /// The page as the client of a server, which it finds in the folder of its own address. `nonce` is a word that only this
  /// page and the server's policy have.
  static func client(nonce: String) -> String {
    page(with: scripts + serverScripts, connecting: " connect-src 'self';", nonce: nonce)
      .replacingFirst("<!--DATA-->", with: "")
  }

  /// The page without data.
  private static func page(with scripts: [[UInt8]], connecting: String, nonce: String) -> String {
    text(PackageResources.page_html).replacingFirst("CONNECT", with: connecting)
      .replacingFirst("/*STYLE*/", with: withoutComments(text(PackageResources.page_css)))
      .replacingFirst("/*SCRIPT*/", with: script(of: scripts))
      .replacing("NONCE", with: nonce)
  }

  /// The scripts of both sources, in the order of their dependencies. The scripts' own tests read these lists too.
  private static let scripts = [
    PackageResources.bytes_js, PackageResources.json_js, PackageResources.value_js,
    PackageResources.path_js, PackageResources.patch_js, PackageResources.block_js,
    PackageResources.text_edits_js, PackageResources.state_walker_js, PackageResources.states_js,
    PackageResources.source_js, PackageResources.action_table_js, PackageResources.alignment_js,
    PackageResources.compare_js, PackageResources.text_js, PackageResources.preview_js,
    PackageResources.moving_path_js, PackageResources.state_part_js,
    PackageResources.history_js, PackageResources.marks_js, PackageResources.session_js,
    PackageResources.selection_js, PackageResources.matches_js, PackageResources.rows_js,
    PackageResources.search_js, PackageResources.dom_js, PackageResources.redraw_js,
    PackageResources.row_list_js, PackageResources.action_list_js, PackageResources.filter_bar_js,
    PackageResources.change_marks_js, PackageResources.tree_rows_js, PackageResources.value_tree_js,
    PackageResources.copy_js, PackageResources.state_panel_js, PackageResources.watches_js,
    PackageResources.tabs_js, PackageResources.border_js, PackageResources.panel_layout_js,
    PackageResources.action_details_js, PackageResources.changes_view_js,
    PackageResources.history_chart_js, PackageResources.value_view_js, PackageResources.app_view_js,
    PackageResources.time_axis_js, PackageResources.timeline_layout_js,
    PackageResources.timeline_drawing_js, PackageResources.timeline_js, PackageResources.player_js,
    PackageResources.transport_js, PackageResources.deep_link_js, PackageResources.keyboard_js,
    PackageResources.notices_js, PackageResources.main_js,
  ]

  private static let fileScripts = [
    PackageResources.causes_js, PackageResources.density_js, PackageResources.file_source_js,
    PackageResources.open_file_js,
  ]

  private static let serverScripts = [
    PackageResources.recent_js, PackageResources.requests_js, PackageResources.server_connection_js,
    PackageResources.server_actions_js, PackageResources.server_states_js,
    PackageResources.server_history_js, PackageResources.server_source_js,
    PackageResources.branch_tools_js, PackageResources.finding_js, PackageResources.completion_js,
    PackageResources.run_bar_js, PackageResources.blame_js, PackageResources.live_bar_js,
    PackageResources.server_tools_js, PackageResources.open_server_js,
  ]

  /// All modules as one script. It needs no imports: every name is defined before its use.
  private static func script(of scripts: [[UInt8]]) -> String {
    withoutComments(scripts.map { text($0) }.joined(separator: "\n"))
      .split(separator: "\n", omittingEmptySubsequences: true)
      .filter { !$0.hasPrefix("import ") }
      .map { $0.hasPrefix("export ") ? $0.dropFirst("export ".count) : $0 }
      .joined(separator: "\n")
  }

  /// The text without lines that are comments, and without indentation: they would be a third of a small page.
  private static func withoutComments(_ text: String) -> String {
    var isInside = false
    return text.split(separator: "\n").map { line in line.drop { $0 == " " } }.filter { code in
      if isInside {
        isInside = !code.hasSuffix("*/")
        return false
      }
      if code.hasPrefix("//") { return false }
      guard code.hasPrefix("/*") else { return true }
      isInside = !code.contains("*/")
      // Code may come after a comment on its line.
      return !isInside && !code.hasSuffix("*/")
    }.joined(separator: "\n")
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension String {
  fileprivate func replacingFirst(_ mark: String, with text: String) -> String {
    replacing(mark, with: text, maxReplacements: 1)
  }
}
