/*
 * The messages of GTFS Realtime that we send, as JSON
 * (gtfs.org/documentation/realtime/proto). Their bytes are made from the same objects.
 */

/** Seconds since 1970 as digits, as protocol buffers write 64 bits in JSON. */
export type Seconds = string

export type TripDescriptor = {
  tripId: string
  /** "20261123" */
  startDate: string
  scheduleRelationship: 'SCHEDULED' | 'CANCELED' | 'NEW'
  routeId?: string
}

/** The expected moment; `delay` in seconds is missing for a trip that the timetable does not have. */
export type StopTimeEvent = { delay?: number; time: Seconds; scheduledTime?: Seconds }

export type Occupancy = 'MANY_SEATS_AVAILABLE' | 'FEW_SEATS_AVAILABLE' | 'FULL'

export type StopTimeUpdate = {
  /** Of stop_times.txt, or counted from 1 for a trip that the timetable does not have. */
  stopSequence?: number
  arrival?: StopTimeEvent
  departure?: StopTimeEvent
  /** Missing only where another stop is assigned: the number then says which call it is. */
  stopId?: string
  /** `NO_DATA`: as in the timetable, as far as we know. */
  scheduleRelationship: 'SCHEDULED' | 'SKIPPED' | 'NO_DATA'
  stopTimeProperties?: { assignedStopId: string }
  departureOccupancyStatus?: Occupancy
}

export type TripUpdate = {
  trip: TripDescriptor
  stopTimeUpdate?: StopTimeUpdate[]
  vehicle?: { wheelchairAccessible: 'WHEELCHAIR_ACCESSIBLE' | 'WHEELCHAIR_INACCESSIBLE' }
  /** The moment of the newest report. */
  timestamp?: Seconds
}

export type Translated = { translation: { text: string; language: string }[] }

export type EntitySelector = { routeId?: string; trip?: TripDescriptor; stopId?: string }

export type Alert = {
  activePeriod?: { start: Seconds; end?: Seconds }[]
  informedEntity: EntitySelector[]
  effect: 'NO_SERVICE' | 'SIGNIFICANT_DELAYS' | 'MODIFIED_SERVICE' | 'STOP_MOVED' | 'OTHER_EFFECT'
  url?: Translated
  headerText: Translated
  descriptionText: Translated
  severityLevel: 'INFO' | 'WARNING' | 'SEVERE'
}

export type FeedEntity = { id: string } & ({ tripUpdate: TripUpdate } | { alert: Alert })

export type FeedMessage = {
  header: {
    gtfsRealtimeVersion: '2.0'
    incrementality: 'FULL_DATASET'
    timestamp: Seconds
    /** The `feed_version` of the timetable to which the ids belong, if it has one. */
    feedVersion?: string
  }
  entity: FeedEntity[]
}
