import type { FeedProblem, FeedWarning } from '#modules/gtfs/feed/findings.ts'

export const DRAFT_STATES = ['draft', 'scheduled', 'published', 'discarded'] as const
export type DraftState = (typeof DRAFT_STATES)[number]

/** The reasons why a scheduled draft is not published. */
export type PublishRefusal = 'other-timetable' | 'more-people' | 'takes-off-sale' | 'unsound-feed'

/** What publishing a draft would do, as kept with it. */
export type DraftPreview = {
  problems: FeedProblem[]
  warnings: FeedWarning[]
  /** Null if the feed has problems. */
  effects: DraftEffects | null
}

export type DraftEffects = {
  /** The last day of the timetable. */
  until: string
  departures: Record<
    'made' | 'removed' | 'withdrawn' | 'moved' | 'restored' | 'differing' | 'pinned',
    number
  >
  /** The people of departures that would be withdrawn as they were sold. */
  people: number
  /** Those departures, the earliest first. */
  concerned: ConcernedDeparture[]
  faresChanged: number
  /** Of the departures on sale, those that would have no successor. */
  offSale: { before: number; lost: number }
  takesTooMuch: boolean
}

export type ConcernedDeparture = {
  departureId: string
  /** At its first stop, as it was sold. */
  departsAt: string
  routeId: string
  people: number
  kind: 'withdrawn' | 'moved'
}

/** A draft is published although more people are concerned than its preview said, if no more than these. */
export const MORE_PEOPLE = 10

/** The longest name of a draft, in letters. */
export const MAX_DRAFT_NAME = 80

/** The largest file that may be uploaded. */
export const MAX_FEED_MEBIBYTES = 5
