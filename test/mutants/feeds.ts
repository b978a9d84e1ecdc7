import type { Mutant } from './mutant.ts'

const IMPORT_TEST = 'modules/gtfs/import-feed.server.test.ts'
const FEEDS_TEST = 'modules/gtfs/foreign-feeds.test.ts'

/** Mutants of feed imports, which could change what is on sale. */
export const FEED_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'a damaged zip file never changes a price',
    edits: [
      {
        file: 'modules/gtfs/feed-source.server.ts',
        find: 'checksum !== entry.crc32',
        put: 'checksum < 0',
      },
    ],
    caughtBy: {
      file: 'modules/gtfs/read-feed.server.test.ts',
      test: 'a flipped bit in a zip file is not read as another fare',
    },
  },
  {
    breaks: 'the pattern trip of frequencies.txt is not a departure',
    edits: [{ file: 'modules/gtfs/runs.ts', find: 'made.delete(trip.trip_id)', put: '' }],
    caughtBy: {
      file: FEEDS_TEST,
      test: 'a trip of frequencies.txt becomes its runs with exact times, and never runs itself',
    },
  },
  {
    breaks: 'infants travel free, as the terms promise',
    edits: [
      {
        file: 'modules/gtfs/fares.ts',
        find: `CATEGORY_RULES[category].onLap && paid && paid.cents > 0`,
        put: 'paid && paid.cents < 0',
      },
    ],
    caughtBy: {
      file: FEEDS_TEST,
      test: 'Fares v2: paid infants are refused, since the terms promise them a free journey',
    },
  },
  {
    breaks: 'a feed that removes half of the departures needs a confirmation',
    edits: [
      {
        file: 'modules/gtfs/off-sale.server.ts',
        find: 'lost * 2 > before',
        put: 'lost * 2 >= before',
      },
    ],
    caughtBy: {
      file: IMPORT_TEST,
      test: 'half of all departures, other hours and other trip ids need no confirmation',
    },
  },
  {
    breaks: 'a dry run changes nothing',
    edits: [
      {
        file: 'modules/gtfs/import-feed.server.ts',
        find: '!done.ok || request.dryRun',
        put: '!done.ok',
      },
    ],
    caughtBy: {
      file: IMPORT_TEST,
      test: 'a dry run reports the effects of a feed, and changes nothing',
    },
  },
  {
    breaks: 'what a person cancelled counts as changed by hand',
    edits: [
      {
        file: 'modules/timetable/cancel-departure.server.ts',
        find: 'pinned: true',
        put: 'pinned: false',
      },
    ],
    caughtBy: {
      file: 'modules/incidents/cancel-departure.server.test.ts',
      test: 'a departure is cancelled once, by somebody and for a reason, and its holders are counted',
    },
  },
  {
    breaks: 'what was cancelled by hand is not made again at another time',
    edits: [
      {
        file: 'modules/timetable/make-departures.server.ts',
        find: 'where not is_pinned and not exists (',
        put: 'where not exists (',
      },
    ],
    caughtBy: { file: IMPORT_TEST, test: 'a departure that staff cancelled stays cancelled' },
  },
  {
    breaks: 'what was changed by hand survives the renewal',
    edits: [
      {
        file: 'modules/timetable/make-departures.server.ts',
        find: 'pinned\n      or exists (select from seat_holds',
        put: 'exists (select from seat_holds',
      },
    ],
    caughtBy: {
      file: IMPORT_TEST,
      test: 'a departure that staff changed and left on sale is neither recreated nor withdrawn',
    },
  },
  {
    breaks: 'what is kept by hand is listed as long as the timetable has it otherwise',
    edits: [
      {
        file: 'modules/timetable/make-departures.server.ts',
        find: 'await writeDifferences(tx, now)',
        put: '',
      },
    ],
    caughtBy: {
      file: IMPORT_TEST,
      test: 'a departure that staff cancelled survives the renewal, and is listed while the timetable has it',
    },
  },
  {
    breaks: 'a bus with unknown wheelchair access sells no wheelchair space',
    edits: [
      {
        file: 'modules/seats/seats.server.ts',
        find: `if (accessible === null) return { ok: false, reason: 'wheelchair-access-unknown' }`,
        put: 'if (accessible === null) return undefined',
      },
    ],
    caughtBy: {
      file: 'modules/seats/seats.server.test.ts',
      test: 'unknown access to a stop or bus is reported as unknown, and no space is sold',
    },
  },
]
