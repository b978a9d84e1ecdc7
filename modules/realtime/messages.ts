import type { Message } from '#platform/protobuf.ts'

/*
 * The messages of GTFS Realtime that we send, with the numbers of their fields
 * (gtfs.org/documentation/realtime/proto). The objects are also the JSON of the feeds.
 */

/** Seconds since 1970 as digits, as protocol buffers write 64 bits in JSON. */
export type Seconds = string

export type TripDescriptor = {
  tripId: string
  /** Only for a run of frequencies.txt, which has its trip's id in the feed: "08:05:00". */
  startTime?: string
  /** "20261123" */
  startDate: string
  scheduleRelationship: 'SCHEDULED' | 'CANCELED' | 'NEW'
  routeId?: string
}

/** The expected moment; `delay` in seconds is missing for a trip that the timetable does not have. */
export type StopTimeEvent = { delay?: number; time: Seconds; scheduledTime?: Seconds }

export type Occupancy = 'MANY_SEATS_AVAILABLE' | 'FEW_SEATS_AVAILABLE' | 'FULL'

export type StopTimeUpdate = {
  arrival?: StopTimeEvent
  departure?: StopTimeEvent
  stopId: string
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
  descriptionText?: Translated
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

const TRANSLATED: Message = {
  fields: { translation: [1, { fields: { text: [1, 'text'], language: [2, 'text'] } }] },
}

const TRIP_DESCRIPTOR: Message = {
  fields: {
    tripId: [1, 'text'],
    startTime: [2, 'text'],
    startDate: [3, 'text'],
    scheduleRelationship: [4, { names: { SCHEDULED: 0, CANCELED: 3, NEW: 8 } }],
    routeId: [5, 'text'],
  },
}

const STOP_TIME_EVENT: Message = {
  fields: { delay: [1, 'number'], time: [2, 'number'], scheduledTime: [4, 'number'] },
}

const STOP_TIME_UPDATE: Message = {
  fields: {
    arrival: [2, STOP_TIME_EVENT],
    departure: [3, STOP_TIME_EVENT],
    stopId: [4, 'text'],
    scheduleRelationship: [5, { names: { SCHEDULED: 0, SKIPPED: 1, NO_DATA: 2 } }],
    stopTimeProperties: [6, { fields: { assignedStopId: [1, 'text'] } }],
    departureOccupancyStatus: [
      7,
      { names: { MANY_SEATS_AVAILABLE: 1, FEW_SEATS_AVAILABLE: 2, FULL: 5 } },
    ],
  },
}

const ACCESSIBLE = { WHEELCHAIR_ACCESSIBLE: 2, WHEELCHAIR_INACCESSIBLE: 3 }

const TRIP_UPDATE: Message = {
  fields: {
    trip: [1, TRIP_DESCRIPTOR],
    stopTimeUpdate: [2, STOP_TIME_UPDATE],
    vehicle: [3, { fields: { wheelchairAccessible: [4, { names: ACCESSIBLE }] } }],
    timestamp: [4, 'number'],
  },
}

const EFFECTS = {
  NO_SERVICE: 1,
  SIGNIFICANT_DELAYS: 3,
  MODIFIED_SERVICE: 6,
  OTHER_EFFECT: 7,
  STOP_MOVED: 9,
}

const ALERT: Message = {
  fields: {
    activePeriod: [1, { fields: { start: [1, 'number'], end: [2, 'number'] } }],
    informedEntity: [
      5,
      { fields: { routeId: [2, 'text'], trip: [4, TRIP_DESCRIPTOR], stopId: [5, 'text'] } },
    ],
    effect: [7, { names: EFFECTS }],
    url: [8, TRANSLATED],
    headerText: [10, TRANSLATED],
    descriptionText: [11, TRANSLATED],
    severityLevel: [14, { names: { INFO: 2, WARNING: 3, SEVERE: 4 } }],
  },
}

const HEADER: Message = {
  fields: {
    gtfsRealtimeVersion: [1, 'text'],
    incrementality: [2, { names: { FULL_DATASET: 0 } }],
    timestamp: [3, 'number'],
    feedVersion: [4, 'text'],
  },
}

export const FEED_MESSAGE: Message = {
  fields: {
    header: [1, HEADER],
    entity: [2, { fields: { id: [1, 'text'], tripUpdate: [3, TRIP_UPDATE], alert: [5, ALERT] } }],
  },
}
