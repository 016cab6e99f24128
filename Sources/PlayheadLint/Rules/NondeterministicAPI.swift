/// A table of names in the system and the standard library with a different value in each replay.
enum NondeterministicAPI {
  /// The rule that a name breaks; nil if none.
  static func rule(of symbol: Symbol) -> Rule? {
    guard modules.contains(symbol.module) else { return nil }
    if symbol.owner.isEmpty { return functions[symbol.name] }
    if let rule = owners[symbol.owner], !harmless.contains("\(symbol.owner).\(symbol.name)") {
      // The owner's own initializers and members. `special` handles 'Data.init(contentsOf:)' and the like.
      return members["\(symbol.owner).\(symbol.name)"] ?? rule
    }
    return members["\(symbol.owner).\(symbol.name)"].flatMap { isMeant(symbol) ? $0 : nil }
      ?? special(symbol)
  }

  /// The known modules. Types of an app may have any names. C has no module.
  private static let modules: Set<String> = [
    "", "Swift", "_Concurrency", "Foundation", "FoundationEssentials",
    "FoundationInternationalization", "FoundationNetworking", "Dispatch", "Glibc", "Musl",
    "Darwin", "CoreFoundation", "UIKit", "AppKit", "__C",
  ]

  /// Functions of C and Foundation that belong to no type.
  private static let functions: [String: Rule] = {
    var functions: [String: Rule] = [:]
    func add(_ rule: Rule, _ names: String) {
      for name in names.split(separator: " ") { functions[String(name)] = rule }
    }
    add(
      .clock,
      """
      clock_gettime clock_gettime_nsec_np gettimeofday time clock times ftime timespec_get \
      mach_absolute_time mach_continuous_time mach_approximate_time CFAbsoluteTimeGetCurrent \
      CACurrentMediaTime
      """)
    add(
      .random,
      """
      arc4random arc4random_uniform arc4random_buf rand rand_r random drand48 erand48 lrand48 nrand48 \
      mrand48 jrand48 getentropy getrandom SecRandomCopyBytes uuid_generate uuid_generate_random
      """)
    add(.timeZone, "localtime localtime_r mktime tzset ctime ctime_r")
    add(.locale, "setlocale localeconv strcoll strxfrm NSLocalizedString")
    add(.thread, "pthread_self pthread_main_np pthread_mach_thread_np gettid pthread_getspecific")
    add(
      .outsideState,
      """
      getenv setenv getpid getppid getuid geteuid gethostname getcwd fopen fread fgets open read stat \
      access NSHomeDirectory NSTemporaryDirectory NSUserName NSFullUserName readLine
      """)
    return functions
  }()

  /// Types with members that all depend on something outside.
  private static let owners: [String: Rule] = {
    var owners: [String: Rule] = [:]
    for name in [
      "ProcessInfo", "FileManager", "FileHandle", "UserDefaults", "URLSession",
      "UbiquitousKeyValueStore", "UIDevice", "UIScreen", "UIApplication", "NSScreen", "NSWorkspace",
      "CLLocationManager", "HTTPCookieStorage", "URLCache",
    ] {
      owners[name] = .outsideState
    }
    owners["ContinuousClock"] = .clock
    owners["SuspendingClock"] = .clock
    owners["SystemRandomNumberGenerator"] = .random
    return owners
  }()

  /// Members on the way to another member, which is checked instead.
  private static let harmless: Set<String> = [
    "ProcessInfo.processInfo", "FileManager.default", "URLSession.shared", "UserDefaults.standard",
    "UIDevice.current", "UIScreen.main", "UIApplication.shared", "ContinuousClock.init",
    "SuspendingClock.init", "SystemRandomNumberGenerator.next",
  ]

  private static let members: [String: Rule] = [
    "Date.now": .clock, "Date.timeIntervalSinceNow": .clock,
    "Date.timeIntervalSinceReferenceDate": .clock, "Clock.now": .clock, "DispatchTime.now": .clock,
    "DispatchWallTime.now": .clock, "ProcessInfo.systemUptime": .clock,
    "Calendar.isDateInToday": .clock, "Calendar.isDateInTomorrow": .clock,
    "Calendar.isDateInYesterday": .clock,
    "ProcessInfo.globallyUniqueString": .random, "NSUUID.init": .random,
    "SystemRandomNumberGenerator.init": .random,
    "Unmanaged.toOpaque": .addresses,
    "TimeZone.current": .timeZone, "TimeZone.autoupdatingCurrent": .timeZone,
    "TimeZone.default": .timeZone, "TimeZone.local": .timeZone, "Calendar.current": .timeZone,
    "Calendar.autoupdatingCurrent": .timeZone, "Date.formatted": .timeZone,
    "DateFormatter.init": .timeZone, "DateFormatter.localizedString": .timeZone,
    "DateIntervalFormatter.init": .timeZone,
    "Locale.current": .locale, "Locale.autoupdatingCurrent": .locale,
    "Locale.preferredLanguages": .locale, "NumberFormatter.init": .locale,
    "NumberFormatter.localizedString": .locale, "RelativeDateTimeFormatter.init": .locale,
    "ListFormatter.init": .locale, "MeasurementFormatter.init": .locale,
    "ByteCountFormatter.init": .locale, "DateComponentsFormatter.init": .locale,
    "BinaryInteger.formatted": .locale, "BinaryFloatingPoint.formatted": .locale,
    "Decimal.formatted": .locale, "Sequence.formatted": .locale, "Measurement.formatted": .locale,
    "Duration.formatted": .locale,
    "Thread.current": .thread, "Thread.isMainThread": .thread, "Thread.main": .thread,
    "Thread.currentThread": .thread, "Thread.callStackSymbols": .thread, "RunLoop.current": .thread,
    "OperationQueue.current": .thread, "DispatchQueue.getSpecific": .thread,
    "Task.currentPriority": .thread,
    "CommandLine.arguments": .outsideState,
  ]

  /// For names with several meanings, whether the listed one is meant.
  private static func isMeant(_ symbol: Symbol) -> Bool {
    switch "\(symbol.owner).\(symbol.name)" {
    // A date's own interval is a number like any other.
    case "Date.timeIntervalSinceReferenceDate": symbol.isStatic
    default: true
    }
  }

  /// APIs that are recognized by their labels, or by the kind of member.
  private static func special(_ symbol: Symbol) -> Rule? {
    let labels = symbol.labels
    switch symbol.name {
    case "init": return initializer(symbol, labels ?? [])
    case "random", "shuffled", "shuffle", "randomElement":
      guard symbol.module == "Swift", labels?.contains("using") == false else { return nil }
      return .random
    case "hashValue": return symbol.labels == nil ? .hashOrder : nil
    case "finalize" where symbol.owner == "Hasher": return .hashOrder
    case "debugDescription" where symbol.owner.hasSuffix("Pointer"): return .addresses
    default:
      let isOfText = symbol.name.hasPrefix("localized") && symbol.module != ""
      return isOfText && ["StringProtocol", "String", "NSString"].contains(symbol.owner)
        ? .locale : nil
    }
  }

  private static func initializer(_ symbol: Symbol, _ labels: [String]) -> Rule? {
    switch symbol.owner {
    case "Date" where labels.isEmpty || labels == ["timeIntervalSinceNow"]: .clock
    case "UUID" where labels.isEmpty: .random
    case "Calendar" where labels == ["identifier"]: .timeZone
    case "ObjectIdentifier" where symbol.text.contains("AnyObject"): .addresses
    case "Int", "UInt", "Int64", "UInt64":
      labels == ["bitPattern"]
        && (symbol.text.contains("Pointer") || symbol.text.contains("ObjectIdentifier"))
        ? .addresses : nil
    case "String" where labels.first == "localized": .locale
    case "Data", "String", "NSString", "NSData":
      labels.first?.hasPrefix("contentsOf") == true ? .outsideState : nil
    default: nil
    }
  }

  /// A hash has no order, so sorting does not help.
  static let hashAdvice = Unit.Advice(
    reason: "is a different number in each process",
    wayOut: "keep the value itself, or compute a number from its parts")

  /// Types that depend on the device unless this property is set.
  static let settings: [String: String] = [
    "DateFormatter.init": "timeZone", "Calendar.init": "timeZone",
    "DateIntervalFormatter.init": "timeZone", "NumberFormatter.init": "locale",
    "RelativeDateTimeFormatter.init": "locale", "ListFormatter.init": "locale",
    "MeasurementFormatter.init": "locale", "DateComponentsFormatter.init": "calendar",
  ]
}
