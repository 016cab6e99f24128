import Foundation

/// The differences between operating systems. Except for `LZ4Block`, no other file of this module depends on
/// the system. The part for Apple's systems has never been run.
enum System {}

#if canImport(Darwin)
  extension System {
    static func syncData(of descriptor: Int32) -> Int32 {
      let result = fcntl(descriptor, F_FULLFSYNC)
      guard result != 0, [ENOTSUP, EINVAL, ENOTTY].contains(errno) else { return result }
      return fcntl(descriptor, F_BARRIERFSYNC) == 0 ? 0 : fsync(descriptor)
    }

    /// Synchronizes the names in a folder.
    static func syncNames(of descriptor: Int32) { _ = syncData(of: descriptor) }

    /// Synchronizes mapped pages of a file: `msync` alone only hands them to the drive.
    static func syncPages(
      _ pages: UnsafeMutableRawPointer, _ count: Int, of descriptor: Int32
    ) -> Int32 {
      msync(pages, count, MS_SYNC) == 0 ? syncData(of: descriptor) : -1
    }

    static func extend(_ descriptor: Int32, from offset: off_t, by count: off_t) -> Int32 {
      var disk = statfs()
      if fstatfs(descriptor, &disk) == 0,
        disk.f_bavail < 4 * UInt64(count) / UInt64(max(disk.f_bsize, 1))
      {
        return ENOSPC
      }
      var order = fstore_t(
        fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
        fst_length: count, fst_bytesalloc: 0)
      guard fcntl(descriptor, F_PREALLOCATE, &order) != -1 else { return errno }
      return ftruncate(descriptor, offset + count) == 0 ? 0 : errno
    }

    /// Makes a new file usable while the device is locked: the default class may make mapped pages unreadable.
    static func protect(_ descriptor: Int32) {
      #if !os(macOS)
        // PROTECTION_CLASS_C
        _ = fcntl(descriptor, F_SETPROTECTIONCLASS, 3)
      #endif
    }

    /// Not in a shared container: there the system kills a suspended app that holds a lock (0xdead10cc).
    static func mayLock(_ path: String) -> Bool { !path.contains("/Shared/AppGroup/") }
  }
#else
  extension System {
    static func syncData(of descriptor: Int32) -> Int32 { fdatasync(descriptor) }

    static func syncNames(of descriptor: Int32) { fsync(descriptor) }

    static func syncPages(
      _ pages: UnsafeMutableRawPointer, _ count: Int, of _: Int32
    ) -> Int32 { msync(pages, count, MS_SYNC) }

    static func extend(_ descriptor: Int32, from offset: off_t, by count: off_t) -> Int32 {
      while true {
        let failure = posix_fallocate(descriptor, offset, count)
        guard failure == EINTR else { return failure }
      }
    }

    static func protect(_: Int32) {}

    static func mayLock(_: String) -> Bool { true }
  }
#endif
