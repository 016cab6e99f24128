// Everything that an app needs, by one import. Swift has no other word for that than the underscored one.
@_exported import PlayheadCoding
@_exported import PlayheadFlux
@_exported import PlayheadLog
@_exported import PlayheadRecorder
