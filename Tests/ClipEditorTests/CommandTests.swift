import ClipEditor
import FluxTesting
import PlayheadFlux
import Testing

@Suite struct `A command line of the clip editor` {
  @Test(arguments: [
    (
      "add song 4 x",
      "'song' is not what there is to add; there is clip, inset, sound, sticker, text, filter"
    ),
    ("add clip nan y", "'nan' is not a number of seconds, as in '2.5'"),
    ("add clip 1e300 y", "'1e300' is not a number of seconds, as in '2.5'"),
    ("add clip 0.01 y", "nothing is shorter than a frame; say 'add clip 2.5 y'"),
    ("select clip 9", "there is no clip 9; 'menu clips' lists them"),
    ("delete", "nothing is selected; 'select clip 1' or a tap on the picture selects"),
    ("tap 101 0", "the picture goes from 0 0, the upper left, to 100 100, the lower right"),
    ("menu songs", "there is no menu 'songs'; there is clips, stickers, texts, filters"),
    ("seek 7.1", "the film is 7 s long; 'seek' stays inside it"),
    ("redo", "there is nothing to redo; 'undo' comes first"),
    ("load ../x", "'../x' is not a draft's name: letters, digits, '-' and '_' make one"),
    ("cover close", "the cover editor is not open; 'cover open' opens it"),
    ("plug filters", "the filters are plugged in already; 'unplug filters' takes them out"),
  ])
  func `the sample app answers a wrong command line with an error sentence and changes nothing`(
    line: String, sentence: String
  )
    async throws
  {
    let session = try await EditorSession.holiday()
    let before = try session.states
    #expect(session.refusal(of: line) == sentence)
    #expect(try session.states == before)
  }

  @Test(arguments: [
    (
      "select clip 1", "split",
      "clip 1 cannot be split at 0 s: it is seen from 0 s to 4 s; 'seek' goes there"
    ),
    ("select clip 1", "trim 0 5", "clip 1 is 4 s long; keep less of it, and at least 0.04 s"),
    (
      "select clip 1", "place 1 1",
      "a clip has no place in the picture; stickers and texts have one"
    ),
    ("select text 1", "rename Sea", "text 1 is called that already"),
    ("unplug texts", "select text 1", "the texts are unplugged; 'plug texts' puts them in again"),
    ("cover open", "cover open", "the cover editor is open; 'cover close' closes it"),
    ("cover open", "play", "a cover is a still; 'cover close' goes back to the film"),
    (
      "cover open", "add clip 4 x",
      "a cover has only stickers and texts; 'cover close' goes back to the film"
    ),
    (
      "cover open", "unplug texts",
      "plug-ins of the film are plugged and unplugged there; 'cover close' goes back"
    ),
  ])
  func `the clip editor refuses a command that does not fit its current state, with a sentence`(
    first: String, line: String, sentence: String
  ) async throws {
    let session = try await EditorSession.holiday()
    try await session.perform("seek 0", first)
    #expect(session.refusal(of: line) == sentence)
  }

  @Test func `the clip editor refuses 'trim', 'split' and 'move' in the cover editor`() async throws
  {
    let session = try await EditorSession.holiday()
    try await session.perform("cover open", "add text 1 x", "select text 1")
    for verb in ["trim", "split", "move"] {
      #expect(
        session.refusal(of: verb)
          == "a cover is a still, with nothing to \(verb); 'place' moves things on it")
    }
  }

  @Test func `the clip editor refuses 'play' while the film is empty`() throws {
    #expect(
      try EditorSession().refusal(of: "play")
        == "there is no film yet; 'add clip 4 beach.mov' begins one")
  }
}
