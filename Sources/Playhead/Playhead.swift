// Everything that an app needs, by one import. Swift has only the underscored attribute for that.
@_exported import PlayheadCoding
@_exported import PlayheadFlux
@_exported import PlayheadLog
@_exported import PlayheadRecorder
