import type { Mutant } from './mutant.ts'

/** Mutants of feed imports, which could change what is on sale. */
export const FEED_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'a damaged zip file never changes a price',
    edits: [
      {
        of: 'openSource',
        find: 'checksum !== entry.crc32',
        put: 'checksum < 0',
      },
    ],
    caughtBy: 'a flipped bit in a zip file is not read as another fare',
  },
  {
    breaks: 'the pattern trip of frequencies.txt is not a departure',
    edits: [{ of: 'makeRuns', skips: 'delete' }],
    caughtBy: 'a trip of frequencies.txt becomes its runs with exact times, and never runs itself',
  },
  {
    breaks: 'infants travel free, as the terms promise',
    edits: [
      {
        of: 'readFares',
        find: `CATEGORY_RULES[category].onLap && paid && paid.cents > 0`,
        put: 'paid && paid.cents < 0',
      },
    ],
    caughtBy: 'Fares v2: paid infants are refused, since the terms promise them a free journey',
  },
  {
    breaks: 'nobody publishes over fares that the preview did not know',
    edits: [{ of: 'publishFares', find: 'edition !== seen.edition', put: 'edition === 0' }],
    caughtBy: 'of two who publish at once one is told to look again, and nothing of hers is lost',
  },
  {
    breaks: 'a draft that a colleague changed is not published unseen',
    edits: [{ of: 'publishFares', find: 'entries !== seen.entries', put: 'entries === 0' }],
    caughtBy: 'a draft that a colleague changed after the preview is not published',
  },
  {
    breaks: 'journey planners read the fares of today',
    edits: [
      {
        of: 'readPublished',
        find: 'where valid_from <= ${day}',
        put: 'where true or ${day}::date is null',
      },
    ],
    caughtBy: 'journey planners read the fares of today, and those to come on their day',
  },
  {
    breaks: 'a feed that removes half of the departures needs a confirmation',
    edits: [
      {
        of: 'takesTooMuch',
        find: 'lost * 2 > before',
        put: 'lost * 2 >= before',
      },
    ],
    caughtBy: 'half of all departures, other hours and other trip ids need no confirmation',
  },
  {
    breaks: 'a dry run changes nothing',
    edits: [
      {
        of: 'importFeed',
        find: '!done.ok || request.dryRun',
        put: '!done.ok',
      },
    ],
    caughtBy: 'a dry run reports the effects of a feed, and changes nothing',
  },
  {
    breaks: 'a dry run reads its copies, not what was planned before',
    edits: [{ of: 'copyTimetable', find: 'sql`discard plans`', put: 'sql`select 1`' }],
    caughtBy: 'an import does exactly what its dry run has foretold, and again for the next feed',
  },
  {
    breaks: 'a version names one timetable',
    edits: [{ of: 'importFeed', find: 'namesake ?', put: '!made ?' }],
    caughtBy:
      'a draft is published at its moment, by whoever asked for it, and its edition can be brought back',
  },
  {
    breaks: 'no draft replaces a timetable that its preview did not know',
    edits: [
      {
        of: 'publishDrafts',
        find: `throw new NotPublished('other-timetable')`,
        put: 'await Promise.resolve()',
      },
    ],
    caughtBy: 'a timetable that is published before the moment of a draft stops it, with an alert',
  },
  {
    breaks: 'a draft that concerns many more people than its preview said is not published',
    edits: [{ of: 'publishDrafts', find: 'foreseen + MORE_PEOPLE', put: 'foreseen + Infinity' }],
    caughtBy: 'up to ten people more than the preview said do not stop a draft, but eleven do',
  },
  {
    breaks: 'a bus with unknown wheelchair access sells no wheelchair space',
    edits: [
      {
        of: 'holdSeats',
        find: `return { ok: false, reason: 'wheelchair-access-unknown' }`,
        put: 'return undefined',
      },
    ],
    caughtBy: 'unknown access to a stop or bus is reported as unknown, and no space is sold',
  },
  {
    breaks: 'a departure that staff cancelled counts as changed by hand',
    edits: [{ of: 'decideDeparture', find: 'pinned: true', put: 'pinned: false' }],
    caughtBy:
      'a departure is cancelled once, with an actor and a reason, and its holders are counted',
  },
  {
    breaks: 'a departure that was cancelled by hand is not recreated at another time',
    edits: [
      {
        of: 'makeDepartures',
        find: 'where not is_pinned and not exists (',
        put: 'where not exists (',
      },
    ],
    caughtBy: 'a departure that staff cancelled stays cancelled',
  },
  {
    breaks: 'a change made by hand survives the renewal',
    edits: [
      {
        of: 'makeDepartures',
        find: 'pinned or retimed_at is not null or exists (select from seat_holds',
        put: 'retimed_at is not null or exists (select from seat_holds',
      },
    ],
    caughtBy: 'a departure that staff changed and left on sale is neither recreated nor withdrawn',
  },
  {
    breaks: 'imports and renewals withdraw only what a timetable brought (I27)',
    edits: [{ of: 'makeDepartures', find: " and origin = 'timetable'", put: '' }],
    caughtBy: 'is left alone by every renewal, and is no difference from the timetable',
  },
  {
    breaks: 'a charter takes nobody with a ticket of ours (I27)',
    edits: [
      { of: 'makeExtra', find: `const isOpen = origin === 'extra'`, put: 'const isOpen = true' },
    ],
    caughtBy: 'is offered to nobody: by no search, at no stop, on no route and at no door',
  },
  {
    breaks: 'a bus that somebody needs is not removed',
    edits: [{ of: 'removeExtra', find: 'await isInUse(tx, departureId)', put: 'false' }],
    caughtBy: 'stays as long as somebody has it in a cart, or it has a vehicle',
  },
  {
    breaks: 'a kept departure is listed as long as the timetable differs',
    edits: [{ of: 'makeDepartures', skips: 'writeDifferences' }],
    caughtBy:
      'a departure that staff cancelled survives the renewal, and is listed while the timetable has it',
  },
]
