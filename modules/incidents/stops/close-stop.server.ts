import { writePlace, type Place } from '#modules/dispatch/bays.server.ts'
import { lockDeparture } from '#modules/dispatch/departure.server.ts'
import { DECIDE_CHOICES } from '#modules/incidents/choices/decide-choices.server.ts'
import {
  lockSelected,
  type ManyQuote,
} from '#modules/incidents/departures/cancel-departures.server.ts'
import {
  countConcerned,
  MAX_DEPARTURES,
  type Selection,
} from '#modules/incidents/incident/concerned.server.ts'
import { openIncident } from '#modules/incidents/incident/incidents.server.ts'
import type { ToldReason } from '#modules/incidents/incident/told-reason.ts'
import { takeBackLeases } from '#modules/seats/leases.server.ts'
import { decideDeparture } from '#modules/timetable/decide-departure.server.ts'
import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { enqueueJob } from '#platform/jobs/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { TELL_STOPS } from './tell-stops.server.ts'

/*
 * A stop that some departures do not serve, or serve at another place. Its sale ends at once, and a
 * job tells those who board or get off there.
 */

/** The departures of a selection that call at one stop. */
export type StopSelection = Selection & { stopId: string; isStopAlone: true }

type Wish = {
  selection: StopSelection
  /** Where the buses stop instead; null: the stop is closed. */
  place: Place | null
  /** As in the audit, and the cause of the incident. */
  reason: string
  /** The reason that passengers read; without it they read none. */
  toldReason?: ToldReason | null | undefined
  /** The figures as they were shown. */
  shown: Pick<ManyQuote, 'departures' | 'bookings' | 'paid'>
  by: Actor
  now: Temporal.Instant
}

export type CloseStopOutcome =
  | { ok: true; incidentId: string }
  /** No bus calls there, or the stop of each is closed or moved already. */
  | { ok: false; reason: 'none-chosen' }
  | { ok: false; reason: 'too-many'; most: number }
  /** A bus left, or others bought or cancelled meanwhile. */
  | { ok: false; reason: 'quote-changed'; quote: ManyQuote }

/**
 * Closes or moves a stop of all departures of a selection, in one transaction. The selection is made
 * again under the locks, and refused if it is not what was shown.
 */
export async function closeStop(wish: Wish): Promise<CloseStopOutcome> {
  const { selection, place, reason, toldReason, shown, by, now } = wish
  const { stopId } = selection
  return inTransaction(async (tx) => {
    const departureIds = await lockSelected(tx, selection, now)
    if (departureIds.length === 0) return { ok: false, reason: 'none-chosen' } as const
    if (departureIds.length > MAX_DEPARTURES) {
      return { ok: false, reason: 'too-many', most: MAX_DEPARTURES } as const
    }
    const quote = await quoteStop(departureIds, { stopId, isClosed: !place, tx })
    const { departures, bookings, paid } = quote
    const isShown =
      shown.departures === departures && shown.bookings === bookings && shown.paid === paid
    if (!isShown) return { ok: false, reason: 'quote-changed', quote } as const
    for (const departureId of departureIds) await changeStop(tx, { departureId, stopId, place })
    const kind = place ? 'stop-moved' : 'stop-closed'
    const opening = { departureIds, kind, cause: reason, toldReason, by, now } as const
    const incidentId = await openIncident(tx, opening)
    const { words, latitude = null, longitude = null } = place ?? {}
    const at = { place: words ? JSON.stringify(words) : null, latitude, longitude }
    await tx
      .insertInto('incidentStops')
      .values({ incidentId, stopId, ...at })
      .execute()
    await audit(tx, {
      by,
      subject: `incident:${incidentId}`,
      action: kind,
      reason,
      after: {
        stopId,
        departures,
        bookings,
        ...(words && { place: words }),
        ...(toldReason && { toldReason }),
      },
      now,
    })
    await enqueueJob(tx, TELL_STOPS, {})
    // Seats may be kept from or to this stop for passengers of other buses.
    if (!place) await enqueueJob(tx, DECIDE_CHOICES, {})
    return { ok: true, incidentId } as const
  })
}

type StopQuote = { stopId: string; isClosed: boolean; tx?: Tx }

/**
 * The effect of closing or moving a stop of all of these departures now. Seats that are kept from or to
 * a stop are lost if it is closed; if it is moved, they are taken at its new place.
 */
export async function quoteStop(
  departureIds: readonly string[],
  { stopId, isClosed, tx }: StopQuote,
): Promise<ManyQuote> {
  return {
    departures: departureIds.length,
    ...(await countConcerned(departureIds, { tx, stopId, isOfferedToo: isClosed })),
  }
}

/** The stops at which any of these departures calls. */
export async function listStopsOf(departureIds: readonly string[]): Promise<string[]> {
  if (departureIds.length === 0) return []
  const rows = await db
    .selectFrom('departureStops')
    .select('stopId')
    .distinct()
    .where('departureId', 'in', [...departureIds])
    .execute()
  return rows.map(({ stopId }) => stopId)
}

type Change = { departureId: string; stopId: string; place: Place | null }

async function changeStop(tx: Tx, { departureId, stopId, place }: Change): Promise<void> {
  const locked = await lockDeparture(tx, { departureId })
  if (!locked.ok) return
  const { calls, closedStops, movedStops } = locked.departure
  const positions = calls.filter((call) => call.stopId === stopId).map(({ position }) => position)
  if (place) {
    for (const position of positions) await writePlace(tx, { departureId, position }, place)
    await decideDeparture(tx, departureId, { movedStops: withThose(movedStops, positions) })
    return
  }
  await decideDeparture(tx, departureId, { closedStops: withThose(closedStops, positions) })
  await takeBackLeases(tx, departureId)
}

function withThose(known: readonly number[], positions: readonly number[]): number[] {
  return [...new Set([...known, ...positions])].toSorted((one, two) => one - two)
}
