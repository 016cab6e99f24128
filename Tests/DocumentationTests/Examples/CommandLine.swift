import PlayheadDebugger

/// Compiled and never called: it ends the process.
func main() {
  // begin
  PlayheadCommand.main(apps: [Shop.self])
  // end
}
