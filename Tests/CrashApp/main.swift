// An app for the tests of crashes and of broken disks: see Orders.swift for its words.

try CrashApp(Orders(CommandLine.arguments.dropFirst())).run()
