import { sql } from 'kysely'

import { hasLeft, lockDeparture, subjectOf } from '#modules/dispatch/departure.server.ts'
import { DECIDE_CHOICES } from '#modules/incidents/choices/decide-choices.server.ts'
import { giveChoice } from '#modules/incidents/choices/give-choice.server.ts'
import { byNeed } from '#modules/incidents/choices/offers.ts'
import { takeBackOffers } from '#modules/incidents/choices/renew-choices.server.ts'
import {
  listHolding,
  listTooMany,
  type Holding,
} from '#modules/incidents/choices/too-full.server.ts'
import {
  defaultOfMover,
  isConcerned,
  pickMovers,
  pickWithoutSpace,
  withoutParties,
} from '#modules/incidents/choices/too-full.ts'
import type { IncidentDefault } from '#modules/incidents/incident/incident-states.ts'
import {
  findOpenIncident,
  openIncident,
  takeOutDeparture,
} from '#modules/incidents/incident/incidents.server.ts'
import { enqueueMail, nextAttemptNo } from '#modules/mail/outbox.server.ts'
import { listBookings, lockOrder } from '#modules/orders/order/rows.server.ts'
import { isOfToday, wantedOf } from '#modules/seats/change-capacity.server.ts'
import { listPlacesTaken } from '#modules/seats/holds.server.ts'
import { fitCapacity } from '#modules/seats/seats.ts'
import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { eachAlone } from '#platform/jobs/each-alone.server.ts'
import { enqueueJob } from '#platform/jobs/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/*
 * A bus with fewer places than are sold. Its sale is closed at once (modules/seats), and an
 * incident opens; a person sees who is concerned before anybody is told. Then passengers may leave
 * for another bus or a refund, and as few as possible are moved if nobody does. Passengers whose
 * wheelchair space is missing cannot stay; only a person moves them, and calls them first. Once
 * everybody fits, the incident ends, and the others are told that they keep their seats.
 *
 * Locks are taken in the order of all acts: incident, order, departures.
 */

const KIND = 'smaller-bus'
const JOB: Actor = { kind: 'job', name: 'fit-capacity' }

/** The job: takes kept seats back that buses no longer have, opens the incidents of buses that became too small, tells their passengers, and ends them. */
export async function seeToSmallerBuses(now: Temporal.Instant): Promise<void> {
  await eachAlone([takeBackOffers, openSmallerBuses, seeToOpen], (step) => step(now))
}

async function seeToOpen(now: Temporal.Instant): Promise<void> {
  await eachAlone(await listOpen(), async (open) => {
    if (await endIfFitting(open, now)) return
    if (!open.waits) while (await tellNext(open, now)) crashPoint('incident:after-telling')
  })
}

/**
 * Opens an incident for each departure on sale with more people booked than the bus that comes has
 * places.
 */
export async function openSmallerBuses(now: Temporal.Instant): Promise<void> {
  const { rows } = await sql<{ departureId: string }>`
    select departure_id from departures join departure_capacity using (departure_id)
    where status = 'planned' and closed_at is not null and ${isOfToday(now)}
      and (seats > wanted_seats or wheelchair_places > wanted_wheelchair_places)
      and not exists (select from incident_departures
        where incident_departures.departure_id = departures.departure_id and kind = ${KIND} and open)
    order by departure_id`.execute(db)
  await eachAlone(rows, ({ departureId }) =>
    inTransaction(async (tx) => {
      if (await isFitting(tx, departureId, now)) return
      if (await findOpenIncident(departureId, tx, KIND)) return
      const cause = await findCause(tx, departureId)
      const departureIds = [departureId]
      await openIncident(tx, { departureIds, kind: KIND, cause, waits: true, by: JOB, now })
    }),
  )
}

/** The reason given with the last decision about the places of a departure. */
async function findCause(tx: Tx, departureId: string): Promise<string> {
  const last = await tx
    .selectFrom('auditEntries')
    .select('reason')
    .where('subject', '=', subjectOf(departureId))
    .where('action', 'in', ['capacity', 'vehicle'])
    .orderBy('enteredAt', 'desc')
    .orderBy('auditId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.reason || KIND
}

type Open = { incidentId: string; departureId: string; waits: boolean }

function listOpen(): Promise<Open[]> {
  return db
    .selectFrom('incidentDepartures as concerned')
    .innerJoin('incidents', 'incidents.incidentId', 'concerned.incidentId')
    .select(['concerned.incidentId', 'departureId', 'waits'])
    .where('concerned.kind', '=', KIND)
    .where('open', '=', true)
    .orderBy('announcedAt')
    .orderBy('incidentId')
    .execute()
}

/** Whether nothing is left to be done: everybody fits, or the bus has left or does not run. */
async function isFitting(tx: Tx, departureId: string, now: Temporal.Instant): Promise<boolean> {
  const locked = await lockDeparture(tx, { departureId })
  if (!locked.ok) return true
  const { departure } = locked
  if (departure.status !== 'planned' || hasLeft(departure, now)) return true
  const taken = await listPlacesTaken(tx, { departureIds: [departureId], now })
  return fitCapacity(wantedOf(departure), taken).overFull === null
}

/** Ends an incident with nothing left to be done; `decide-choices` ends the choices in it. */
async function endIfFitting({ incidentId, departureId }: Open, now: Temporal.Instant) {
  return inTransaction(async (tx) => {
    await lockIncident(tx, incidentId)
    if (!(await isFitting(tx, departureId, now))) return false
    if ((await findOpenIncident(departureId, tx, KIND)) !== incidentId) return true
    await takeOutDeparture(tx, departureId, now, KIND)
    const subject = `incident:${incidentId}`
    await audit(tx, { by: JOB, subject, action: 'incident-closed', now })
    await enqueueJob(tx, DECIDE_CHOICES, {})
    return true
  })
}

/** Tells one booking, and returns whether another may be left. */
async function tellNext(open: Open, now: Temporal.Instant): Promise<boolean> {
  const next = await findNext(db, open)
  if (!next) return false
  await inTransaction(async (tx) => {
    const { incidentId } = open
    await lockIncident(tx, incidentId)
    const { orderId, bookingId } = next
    const order = await lockOrder(tx, orderId)
    const still = await findNext(tx, open)
    if (still?.bookingId !== bookingId) return
    const booking = (await listBookings(tx, orderId)).find((one) => one.bookingId === bookingId)
    if (!booking) return
    await giveChoice(tx, {
      order,
      booking,
      incidentId,
      defaultOf: (best) =>
        still.becomes === 'move' ? defaultOfMover(booking.departsAt, best) : still.becomes,
      isAgain: still.state !== null,
      now,
    })
    const attemptNo = await nextAttemptNo(tx, orderId, KIND)
    await enqueueMail(tx, { order, kind: KIND, attemptNo, bookingId, now })
  })
  return true
}

/**
 * The booking that is told next. Those without a wheelchair space come first, since so few buses have
 * one; they are asked again if they had been told that they keep it. Then come those who are moved
 * without an answer, since the seats that are kept for them are certainly needed; then the others by
 * their need.
 */
async function findNext(
  tx: Parameters<typeof listHolding>[0],
  open: Open,
): Promise<(Holding & { becomes: 'call' | 'move' | 'stay' }) | undefined> {
  const tooMany = await listTooMany(open.departureId, tx)
  const holding = await listHolding(tx, open)
  const [withoutSpace] = pickWithoutSpace(
    withoutParties(tooMany, holding.filter(becoming('call'))),
    holding.filter((one) => !becoming('call')(one) && !one.isPart),
  )
  if (withoutSpace) return { ...withoutSpace, becomes: 'call' }
  const toTell = holding.filter((one) => one.state === null && isConcerned(tooMany, one))
  const [leaving] = pickMovers(
    withoutParties(tooMany, holding.filter(becoming('move'))),
    toTell.filter(({ termsMove }) => termsMove),
  )
  if (leaving) return { ...leaving, becomes: 'move' }
  const [next] = toTell.toSorted(byNeed)
  return next && { ...next, becomes: 'stay' }
}

/** The passengers who were told that this happens without an answer, and have not answered. */
function becoming(result: IncidentDefault) {
  return ({ state, defaultChoice }: Holding) => state === 'told' && defaultChoice === result
}

/** Locks an incident before its orders and departures. */
export async function lockIncident(tx: Tx, incidentId: string): Promise<void> {
  await sql`select from incidents where incident_id = ${incidentId} for no key update`.execute(tx)
}
