/// An app with one enum of actions, as Mobius' and TCA's users write them. It does not know Playhead.
enum DoorEvent: Codable {
  case open, close, lock, unlock, knock, ring
  case paint(color: String)
  case move(x: Int, y: Int)
  case enter(String)
  case leave(String)
  case alarm(seconds: Double)
  case nothing
}

struct Door: Codable, Equatable {
  var isOpen = false
  var isLocked = false
  var color = "white"
  var guests: [String] = []
  var knocks = 0

  mutating func reduce(_ event: DoorEvent) {
    switch event {
    case .open: isOpen = !isLocked
    case .close: isOpen = false
    case .lock: isLocked = true
    case .unlock: isLocked = false
    case .knock, .ring: knocks += 1
    case .paint(let new): color = new
    case .move, .alarm, .nothing: break
    case .enter(let name): guests.append(name)
    case .leave(let name): guests.removeAll { $0 == name }
    }
  }
}
