import { cancelDeparture } from '#modules/incidents/departures/cancel-departure.server.ts'
import { listDepartures } from '#modules/seats/list-departures.server.ts'
import { type Difference, listDifferences } from '#modules/timetable/differences.server.ts'
import type { Actor } from '#platform/actor.ts'
import { now } from '#platform/clock.server.ts'
import { clockTime, startOfDay } from '#platform/time.ts'

import { type Command, moment, refuse } from './command.ts'

export const departureCommands: Record<string, Command> = {
  'departure list': {
    takes: '<date>',
    does: 'lists the departures on a date such as 2026-12-04, and how full they are',
    what: /^\d{4}-\d\d-\d\d$/,
    run: ({ what }) => list(Temporal.PlainDate.from(what)),
  },
  'departure differences': {
    takes: '',
    does: 'lists the departures that are kept although the timetable has them otherwise',
    run: () => listAllDifferences(),
  },
  'departure cancel': {
    takes: '<id>',
    does: 'cancels it and tells every holder, who may move free of charge or get a refund',
    what: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
    isDecision: true,
    run: ({ what, by, reason }) => cancel(what, by, reason),
  },
}

async function list(date: Temporal.PlainDate): Promise<number> {
  const since = startOfDay(date)
  const until = startOfDay(date.add({ days: 1 }))
  for (const listed of await listDepartures({ since, until, now: now() })) {
    const { departureId, routeId, status, departsAt, firstStopId, lastStopId, seats, sold } = listed
    const trip = `${clockTime(departsAt)} route ${routeId}, ${firstStopId} to ${lastStopId}`
    console.log(`${departureId}  ${trip}, ${sold} of ${seats} sold, ${status}`)
  }
  return 0
}

const IN_TIMETABLE: Record<Difference['kind'], string> = {
  absent: 'no longer in the timetable',
  moved: 'at other times or stops in the timetable',
  altered: 'with another bus in the timetable',
  runs: 'still in the timetable',
}

async function listAllDifferences(): Promise<number> {
  const differences = await listDifferences()
  for (const { departureId, tripId, departsAt, status, pinned, kind, noticedAt } of differences) {
    const kept = pinned ? `${status} by hand` : status
    const since = `since ${moment(noticedAt)}`
    console.log(
      `${departureId}  ${moment(departsAt)} ${tripId}, ${kept}, ${IN_TIMETABLE[kind]} ${since}`,
    )
  }
  if (differences.length === 0) console.log('No departures differ from the timetable.')
  return 0
}

async function cancel(departureId: string, by: Actor, reason: string): Promise<number> {
  const outcome = await cancelDeparture({ departureId, by, reason, now: now() })
  if (!outcome.ok) {
    return refuse<typeof outcome>(
      {
        'no-such-departure': () => 'there is no such departure',
        'cancelled-already': () => 'it has already been cancelled',
        'has-left': ({ leftAt }) => `it left at ${clockTime(leftAt)}`,
        'changed-meanwhile': () => 'it has been changed meanwhile',
        'quote-changed': () => 'other bookings are affected than were shown',
      },
      outcome,
    )
  }
  console.log(
    `Cancelled. ${outcome.holders} bookings are affected, and their holders will be told.`,
  )
  return 0
}
