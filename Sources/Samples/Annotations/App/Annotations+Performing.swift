import PlayheadFlux
import PlayheadTerminal
import SampleSupport

extension Annotations {
  func turn(to words: inout CommandLineReader) throws {
    let number = try words.number("a sheet's number")
    let sheets = stores.sheets.state
    guard sheets.all.contains(where: { $0.number == number }) else {
      throw CommandError("there is no sheet \(number); there are 1 to \(sheets.all.count)")
    }
    // A sheet that could not be read can be selected again.
    guard number != sheets.selected || stores.board == nil else {
      throw CommandError("sheet \(number) is in view already")
    }
    dispatcher.dispatch(SelectSheet(number))
  }

  func setStatus(_ words: inout CommandLineReader) throws {
    let annotation = try issue(&words)
    let status = try words.choice("a status", of: IssueStatus.self)
    dispatcher.dispatch(SetStatus(of: annotation.id, to: status))
  }

  func assign(_ words: inout CommandLineReader) throws {
    let annotation = try issue(&words)
    let name = String(try words.word("a name"))
    let people = stores.sheets.state.people
    guard name == "nobody" || people.contains(name) else {
      throw CommandError(
        "'\(name)' is not in this project; there is \(people.joined(separator: ", ")), and nobody")
    }
    dispatcher.dispatch(Assign(annotation.id, to: name == "nobody" ? nil : name))
  }

  func delete(_ words: inout CommandLineReader) throws {
    let annotation = try annotation(&words)
    guard stores.board?.mayDelete(annotation) == true else {
      throw CommandError(
        "#\(annotation.number) is \(annotation.author)'s, and only \(annotation.author) may "
          + "delete it")
    }
    dispatcher.dispatch(DeleteAnnotation(annotation.id))
  }

  func toggleFilter(_ words: inout CommandLineReader) throws {
    let name = try words.word("a filter's name")
    let filters = stores.filters.state.allFilterGroups.flatMap(\.filters).map(\.type)
    guard let filter = filters.first(where: { $0.name == name }) else {
      let names = filters.map(\.name).joined(separator: ", ")
      throw CommandError("'\(name)' is not a filter; there is \(names)")
    }
    dispatcher.dispatch(ToggleFilter(filter))
  }

  func sync() throws {
    guard stores.network.state.isOnline else {
      throw CommandError("there is no network; 'online' finds it again")
    }
    dispatcher.dispatch(RetrySync())
  }

  /// Opens a project. A present project in memory would be lost: all its changes must be sent first.
  func open(_ words: inout CommandLineReader) throws {
    let path = try words.word("a file's name")
    let waiting = stores.outbox.state.pending.count
    guard stores.sheets.state.path != nil || waiting == 0 else {
      throw CommandError(
        "the project in memory has changes that wait for the server (\(waiting)), and they would "
          + "be lost; say 'online' or 'sync' first")
    }
    dispatcher.dispatch(OpenProject(path: String(path)))
  }

  /// The annotation with the next word as its number.
  func annotation(_ words: inout CommandLineReader) throws -> Annotation {
    let number = try words.number("an annotation's number")
    let all = stores.board?.annotations ?? []
    guard let annotation = all.first(where: { $0.number == number }) else {
      let numbers = all.map { "\($0.number)" }.joined(separator: ", ")
      throw CommandError("there is no #\(number) on this sheet; there is \(numbers)")
    }
    return annotation
  }

  private func issue(_ words: inout CommandLineReader) throws -> Annotation {
    let annotation = try annotation(&words)
    guard annotation.issue != nil else {
      throw CommandError("#\(annotation.number) is a \(annotation.kind.rawValue) and no issue")
    }
    return annotation
  }
}
