import Annotations
import FluxTesting
import Foundation
import PlayheadFlux
import Testing

@Suite struct `Random actions` {
  @Test(arguments: 1...(Soak.isOn ? 6 : 3) as ClosedRange<UInt64>)
  func
    `random actions in the annotations app report the stores they change and replay to the same states`(
      seed: UInt64
    )
    async throws
  {
    let world = World()
    let outside = Outside(
      openDatabase: world.outside.openDatabase,
      makeServer: { SiteServer(seed: seed, losses: 60) })
    let site = try await Site(world, outside: outside)
    try await onOwnThread {
      let again = try Annotations(inputs: .seeded(99), outside: World().outside)
      var random = SplitMix64(seed: seed)
      var known = 0
      for _ in 1...100 {
        site.app.dispatcher.dispatch(random.action(on: site))
        site.app.finish()
        for entry in site.tape.entries[known...] { try replay(entry, in: again) }
        known = site.tape.entries.count
        #expect(try again.states == site.app.states)
      }
    }
  }

  private func replay(_ entry: Tape.Entry, in app: Annotations) throws {
    let before = try app.states
    let result = entry.replay(in: app.dispatcher)
    let after = try app.states
    #expect(result.mismatch == nil)
    #expect(result.changed == after.indices.filter { before[$0] != after[$0] }, "\(entry.action)")
  }
}

/// The name of what is not there.
private let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

extension SplitMix64 {
  /// An action of a person's or of the network's, about an annotation that is there, or one that is not.
  fileprivate mutating func action(on site: Site) -> any Action {
    let board = site.app.stores.board
    let id = board?.annotations.randomElement(using: &self)?.id ?? nobody
    let change = site.outbox.pending.randomElement(using: &self)?.id ?? nobody
    let group = AnnotationFilterGroupType.allCases.randomElement(using: &self) ?? .status
    let filter = site.filters[group].filters.randomElement(using: &self)?.type ?? .unassigned
    let isEven = Bool.random(using: &self)
    switch Int.random(in: 0..<20, using: &self) {
    case 0...1: return CreateIssue(title: isEven ? "é" : "e\u{301}")
    case 2: return AddAnnotation(isEven ? .text : .photo, title: "x")
    case 3...4: return SetStatus(of: id, to: isEven ? .open : .closed)
    case 5...6: return Assign(id, to: isEven ? "Dora" : nil)
    case 7: return Share(id)
    case 8: return DeleteAnnotation(id)
    case 9: return ToggleFilter(filter)
    case 10: return EnterFilterGroup(group)
    case 11: return LeaveFilterGroup()
    case 12: return ResetFiltersInGroup(group)
    case 13: return isEven ? ResetFilters() : ToggleFilterPopover()
    case 14: return NetworkChanged(isOnline: isEven)
    case 15: return RetrySync()
    case 16: return SelectSheet(isEven ? 1 : 2)
    case 17: return SheetLoaded(sheet: 1, annotations: isEven ? board?.annotations ?? [] : [])
    case 18: return isEven ? ChangeRejected(change: change, sentence: "no") : DismissNotices()
    default: return OpenProject(path: isEven ? nil : "/there/is/no/such/folder")
    }
  }
}
