import ClipEditor
import Feed
import Foundation
import ItemListTerminal
import PlayheadFlux
import SampleSupport
import TextEditor

/// Sample apps with a bug. `PLAYHEAD_FAULT=clip-editor/forgotten-moves` replaces the correct app with one of
/// them, for any command.
private let exercises: [any FaultyApp.Type] = [
  Planted<ForgottenMoves>.self, Planted<KeptHandles>.self,
  Planted<ShuffledLogins>.self, Planted<OwnClock>.self, Planted<OwnIdentities>.self,
  Planted<SecondIdentity>.self,
  Planted<CountedMoves>.self, Planted<PlacedByAddress>.self, Planted<SharedPlace>.self,
  Planted<ForgottenZoom>.self, Planted<WatchedLength>.self,
  Planted<LocalHours>.self, Planted<LocalOrder>.self, Planted<MainThread>.self,
  Planted<ThreeChanges>.self,
]

/// Replaces one app with its faulty version if the environment names one.
func planting(in apps: [any ReplayableApp.Type]) -> [any ReplayableApp.Type] {
  guard let name = ProcessInfo.processInfo.environment["PLAYHEAD_FAULT"], !name.isEmpty else {
    return apps
  }
  guard let faulty = exercises.first(where: { $0.exerciseName == name }) else {
    let known = exercises.map { "'\($0.exerciseName)'" }.joined(separator: ", ")
    printToStandardError(
      "playhead: there is no fault '\(name)' to plant by 'PLAYHEAD_FAULT'; there are: \(known)")
    exit(2)
  }
  return apps.map { $0.appName == faulty.appName ? faulty : $0 }
}
