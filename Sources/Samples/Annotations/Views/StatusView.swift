import SampleSupport

/// The first lines: project, network, notices.
struct StatusView {
  let status: StatusViewModel

  var lines: [String] {
    ["\(status.project.printable) · \(status.sync)"] + status.notices.map { "! \($0.printable)" }
  }
}
