import PlayheadValues

/// What happened at each path within the block of steps that is being made.
final class PostingDrafts {
  /// What takes more bytes is not kept in the index: it is in the states.
  private static let valueLimit = 24

  /// How many events there are.
  private(set) var events = 0
  /// How many nodes of the tracker have a slot.
  private(set) var nodes = 0
  private let file: ChangeFile
  private var slots = [Slot(path: ChangeDirectory.root, lists: 0)]
  /// The slots by the paths' numbers: all elements of a list are one path.
  private var numbers = [ChangeDirectory.root: 0]
  private var drafts: [(series: PostingSeries, posting: Posting)] = []
  private var draftSlots: [Int] = []
  private var places: [Int] = []

  /// A path that was met.
  private struct Slot {
    var path: Int
    var lists: Int
    /// The numbers of its postings; -1 without one.
    var own = -1
    var inside = -1
  }

  /// For changes of the tracker whose root this is: it gives its nodes the numbers of their slots.
  init(_ file: ChangeFile, root: TrackedPlace) {
    self.file = file
    root.tag = 0
  }

  /// Ends the block: gives what happened in it, and forgets it.
  func end() -> [(series: PostingSeries, posting: Posting)] {
    let ended = drafts
    for slot in draftSlots { (slots[slot].own, slots[slot].inside) = (-1, -1) }
    (drafts, draftSlots, events) = ([], [], 0)
    return ended
  }

  /// Takes in a change at a step.
  func note(_ change: TrackedChange, at step: UInt64) throws {
    switch change {
    case .replaced(let place, _, let new):
      note(step, .set, at: place, try new.value(upTo: Self.valueLimit))
    case .removed(let container, _, let component, _):
      note(step, .removed, at: container.child(component), nil)
    case .added(let container, _, let component, let part):
      note(
        step, .added, at: container.child(component), try part.value(upTo: Self.valueLimit))
    }
  }

  private func note(
    _ step: UInt64, _ event: Posting.Event, at place: TrackedPlace, _ value: Value?
  ) {
    places.removeAll(keepingCapacity: true)
    collectPlaces(of: place)
    append(step, event, at: place, value)
    var ancestor = place.parent
    while let place = ancestor {
      append(step, .inside, at: place, nil)
      ancestor = place.parent
    }
  }

  /// The places in lists on the way, from the outside in.
  private func collectPlaces(of place: TrackedPlace) {
    if let parent = place.parent { collectPlaces(of: parent) }
    if case .index(let index)? = place.component { places.append(index) }
  }

  private func append(
    _ step: UInt64, _ event: Posting.Event, at place: TrackedPlace, _ value: Value?
  ) {
    let slot = slot(of: place)
    let draft = event == .inside ? insideDraft(of: slot) : ownDraft(of: slot)
    drafts[draft].posting.append(step, event, at: places, value)
    events += 1
  }

  private func ownDraft(of slot: Int) -> Int {
    if slots[slot].own < 0 { slots[slot].own = newDraft(of: slot, .own) }
    return slots[slot].own
  }

  private func insideDraft(of slot: Int) -> Int {
    if slots[slot].inside < 0 { slots[slot].inside = newDraft(of: slot, .inside) }
    return slots[slot].inside
  }

  private func newDraft(of slot: Int, _ layer: PostingLayer) -> Int {
    let (path, lists) = (slots[slot].path, slots[slot].lists)
    let series = PostingSeries(path: path, layer: layer, lists: lists)
    drafts.append((series, Posting(lists: lists)))
    draftSlots.append(slot)
    return drafts.count - 1
  }

  /// The number of a path's slot, which is its tag.
  private func slot(of place: TrackedPlace) -> Int {
    if place.tag >= 0 { return place.tag }
    guard let parent = place.parent, let component = place.component else { return 0 }
    let outer = slots[slot(of: parent)]
    var lists = outer.lists
    if case .index = component { lists += 1 }
    let path = file.makePath(outer.path, component)
    nodes += 1
    if let known = numbers[path] {
      place.tag = known
    } else {
      place.tag = slots.count
      slots.append(Slot(path: path, lists: lists))
      numbers[path] = place.tag
    }
    return place.tag
  }
}
