import type { Mutant } from './mutant.ts'

/** Breaches of the invariants of departures, incidents and boarding, which the checks must find. */
export const BREACH_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'a sale above what is wanted is noticed (I14)',
    edits: [
      {
        of: 'invariantsOfDepartures',
        find: 'and (fullest.seats > wanted_seats or spaces > wanted_wheelchair_places)',
        put: 'and false',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a sale that was ended without an alert is noticed (I14)',
    edits: [
      {
        of: 'invariantsOfDepartures',
        find: 'closed_at is null or alerted.subject is null',
        put: 'closed_at is null',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a departure that is too full and in no incident is noticed (I14)',
    edits: [
      { of: 'invariantsOfDepartures', find: 'or (decided_at <', put: 'or (false and decided_at <' },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a fare that was not published is noticed (I21)',
    edits: [
      {
        of: 'invariantsOfFares',
        find: 'where edition is not null and sold.fare_cents is distinct from published.fare_cents',
        put: 'where false',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a fare of another day of boarding is noticed (I24)',
    edits: [
      {
        of: 'invariantsOfFares',
        find: 'between valid_from and valid_until - 1',
        put: 'is not null',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'blocked seats without a block are noticed (I27)',
    edits: [
      {
        of: 'invariantsOfExtras',
        find: `where state = 'blocked' and not exists (select from seat_blocks`,
        put: `where false and not exists (select from seat_blocks`,
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a block whose seats are sold is noticed (I27)',
    edits: [
      {
        of: 'invariantsOfExtras',
        find: `and state = 'blocked' and expires_at is null)`,
        put: ')',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'an extra bus that an import withdrew is noticed (I27)',
    edits: [
      {
        of: 'invariantsOfExtras',
        find: `where status = 'withdrawn' or origin = 'timetable'`,
        put: `where origin = 'timetable'`,
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'kept seats without an open choice are noticed (I15)',
    edits: [
      {
        of: 'invariantsOfIncidents',
        find: `choice.state is distinct from 'told'`,
        put: `choice.state <> 'told'`,
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'seats that are kept for longer than their choice are noticed (I15)',
    edits: [
      {
        of: 'invariantsOfIncidents',
        find: 'or hold.expires_at > decide_by',
        put: 'or false and hold.expires_at > decide_by',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a leased leg that counts after its bus has left is noticed (I15)',
    edits: [
      {
        of: 'invariantsOfIncidents',
        find: 'or expires_at > departs_at',
        put: 'or false and expires_at > departs_at',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a leased leg without a lease is noticed (I15)',
    edits: [{ of: 'invariantsOfIncidents', find: 'call.departure_id is null', put: 'false' }],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a lease of several legs at once is noticed (I15)',
    edits: [{ of: 'invariantsOfIncidents', find: 'or to_position <> from_position + 1', put: '' }],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a leased leg counts for as long as its bus is late (I15)',
    edits: [{ of: 'invariantsOfIncidents', find: 'greatest(minutes, 0)', put: '0' }],
    caughtBy: 'a leased leg of a late bus is no breach until the bus has left',
  },
  {
    breaks: 'a choice that does not end in time is noticed (I16)',
    edits: [
      {
        of: 'invariantsOfIncidents',
        find: `where choice.state = 'told' and case default_choice`,
        put: `where false and case default_choice`,
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a refund that was chosen and not given is noticed (I16)',
    edits: [
      {
        of: 'invariantsOfIncidents',
        find: `(choice.state = 'chose-refund' and bookings.state = 'live')`,
        put: 'false',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a booking that was exchanged for another one and is still live is noticed (I16)',
    edits: [
      {
        of: 'invariantsOfIncidents',
        find: `(choice.chosen_booking_id is not null and bookings.state = 'live')`,
        put: 'false',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a choice that no mail told is noticed (I16)',
    edits: [
      {
        of: 'invariantsOfIncidents',
        find: 'where mails.booking_id = choice.booking_id and queued_at >= told_at',
        put: 'where true or queued_at >= told_at',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a default that was announced and not carried out is noticed (I16)',
    edits: [
      {
        of: 'invariantsOfIncidents',
        find: `choice.state = 'defaulted' and default_choice = 'move'`,
        put: `choice.state = 'defaulted' and default_choice = 'refund'`,
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'another booking for a passenger who has not answered is noticed (I16)',
    edits: [
      {
        of: 'invariantsOfIncidents',
        find: `or (choice.state = 'told' and chosen_booking_id is not null)`,
        put: '',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a delay that passengers do not know is noticed (I17)',
    edits: [
      {
        of: 'invariantsOfDepartures',
        find: 'or newest.minutes >= coalesce(told.minutes, 0) + ${MINUTES_OF_NEWS}',
        put: '',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a smaller delay that passengers do not know is noticed (I17)',
    edits: [
      {
        of: 'invariantsOfDepartures',
        find: 'newest.minutes < coalesce(told.minutes, 0) or',
        put: '',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'more people aboard than are booked are noticed (I18)',
    edits: [
      {
        of: 'invariantsOfBoarding',
        find: 'where boarded > coalesce(people, 0) and',
        put: 'where false and',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a conflict with another number hides nobody who is aboard (I18)',
    edits: [
      {
        of: 'invariantsOfBoarding',
        find: 'and too_many = boarded - coalesce((',
        put: 'and 0 <= coalesce((',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a conflict about a booking without too many aboard is noticed (I18)',
    edits: [
      {
        of: 'invariantsOfBoarding',
        find: 'where boarded - people <> too_many',
        put: 'where false',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'the end of a known breach is noticed (watch)',
    edits: [{ of: 'checkInvariants', find: 'wholly.has(idOf(one, db))', put: 'wholly.has("")' }],
    caughtBy:
      'while a breach is known, all rows of its invariant are looked at, and only what changed of the others',
  },
  {
    breaks: 'a document whose lines are gone is noticed (I7)',
    edits: [
      {
        of: 'invariantsOfOrders',
        find: 'where total_cents <> coalesce(lined.cents, 0) - fee_cents + reduction_cents',
        put: 'where false',
      },
    ],
    caughtBy: '%s is found after: %s',
  },
  {
    breaks: 'a change whose mail was never sent is noticed (I11)',
    edits: [{ of: 'invariantsOfMoney', find: "and state <> 'needless'", put: '' }],
    caughtBy: '%s is found after: %s',
  },
]
