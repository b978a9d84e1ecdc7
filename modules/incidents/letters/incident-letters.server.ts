import { endingOf, findChoiceOf } from '#modules/incidents/choices/choices.server.ts'
import { findToldReason } from '#modules/incidents/incident/incidents.server.ts'
import { timesBefore } from '#modules/incidents/times/retimed-bus.server.ts'
import type { OwedMail, WriteLetter } from '#modules/mail/deliver.server.ts'
import type { IncidentMailKind } from '#modules/mail/kinds.ts'
import { composeRetimed, type MailContent } from '#modules/notifications/compose-letters.server.ts'
import { findRideMailData } from '#modules/notifications/find-change.server.ts'
import type { ChoiceMailData } from '#modules/notifications/letter-data.ts'
import { seatsKeptMail } from '#modules/notifications/letters/as-booked.ts'
import { departureCancelledMail } from '#modules/notifications/letters/departure-cancelled.ts'
import { newOffersMail } from '#modules/notifications/letters/new-offers.ts'
import { runningLateMail } from '#modules/notifications/letters/running-late.ts'
import { smallerBusMail } from '#modules/notifications/letters/smaller-bus.ts'
import {
  aboutOrder,
  alone,
  findLateMail,
  findToldRide,
  isToCome,
  told,
} from '#modules/notifications/order-letters.server.ts'
import type { Order } from '#modules/orders/order/rows.server.ts'
import { db } from '#platform/db.server.ts'
import { isBefore } from '#platform/time.ts'

import { mailChoice } from './mailed-choice.server.ts'
import { STOP_LETTERS } from './stop-letters.server.ts'

/** The letters about buses that do not run as they were sold. */
export const INCIDENT_LETTERS: Record<IncidentMailKind, WriteLetter> = {
  'departure-cancelled': aboutOrder(writeDepartureCancelled),
  'running-late': aboutOrder(writeRunningLate),
  'new-offers': aboutOrder(writeNewOffers),
  'smaller-bus': aboutOrder(writeSmallerBus),
  'seats-kept': aboutOrder(writeSeatsKept),
  retimed: aboutOrder(writeRetimed),
  ...STOP_LETTERS,
}

/**
 * Undefined if the holder has chosen another bus or the refund before the mail is sent, or if the
 * bus runs after all.
 */
async function writeDepartureCancelled(
  order: Order,
  { bookingId }: OwedMail,
  now: Temporal.Instant,
): Promise<MailContent | undefined> {
  const ride = await findRideMailData(order, told(bookingId), now)
  if (ride?.departureStatus !== 'cancelled') return undefined
  const choice = await findChoiceOf(db, told(bookingId), 'not-running')
  const ending = choice ? endingOf(choice) : 'cancelled'
  return alone(
    departureCancelledMail({
      ...ride,
      ending,
      reason: choice?.toldReason?.[order.locale],
      choice: choice ? await mailChoice(order.locale, choice) : noChoice(ride),
    }),
  )
}

/**
 * Holders who were told by an earlier release have only the choice on the page of their booking.
 */
function noChoice({
  booking,
  manageUrl,
}: NonNullable<Awaited<ReturnType<typeof findRideMailData>>>): ChoiceMailData {
  return { url: manageUrl, until: booking.departsAt, offers: [], isMoved: false }
}

/** Leads to the choice while other buses can still be taken. */
async function writeRunningLate(
  order: Order,
  mail: OwedMail,
  now: Temporal.Instant,
): Promise<MailContent | undefined> {
  const late = await findLateMail(order, mail, now)
  if (!late) return undefined
  const choice = await findChoiceOf(db, late.booking.bookingId, 'late')
  const isOpen = choice?.isOpen && choice.state === 'told' && isBefore(now, choice.decideBy)
  const mailed = isOpen ? await mailChoice(order.locale, choice) : undefined
  const reason = choice?.isOpen ? choice.toldReason?.[order.locale] : undefined
  return alone(runningLateMail({ ...late, reason, choice: mailed }))
}

/** Undefined once the passengers have answered, or have nothing to choose any more. */
async function writeNewOffers(
  order: Order,
  { bookingId }: OwedMail,
  now: Temporal.Instant,
): Promise<MailContent | undefined> {
  const ride = await findRideMailData(order, told(bookingId), now)
  const choice = await findChoiceOf(db, told(bookingId))
  if (!ride || !choice?.isOpen || choice.state !== 'told') return undefined
  const { kind, defaultChoice, toldReason } = choice
  const reason = toldReason?.[order.locale]
  const about = { ...ride, reason, choice: await mailChoice(order.locale, choice) }
  return alone(
    newOffersMail({
      ...about,
      canRefund: kind !== 'late',
      canStay: defaultChoice === 'stay',
      isRefundedLater: kind === 'not-running',
    }),
  )
}

/** Undefined once the passengers have answered, or everybody fits. */
async function writeSmallerBus(
  order: Order,
  { bookingId }: OwedMail,
  now: Temporal.Instant,
): Promise<MailContent | undefined> {
  const ride = await findRideMailData(order, told(bookingId), now)
  const choice = await findChoiceOf(db, told(bookingId), 'smaller-bus')
  if (ride?.departureStatus !== 'planned' || !choice?.isOpen || choice.state !== 'told') {
    return undefined
  }
  const reason = choice.toldReason?.[order.locale]
  return alone(smallerBusMail({ ...ride, reason, choice: await mailChoice(order.locale, choice) }))
}

/** Undefined unless the passengers were asked to leave their bus, and it has not left without them. */
async function writeSeatsKept(
  order: Order,
  { bookingId }: OwedMail,
  now: Temporal.Instant,
): Promise<MailContent | undefined> {
  const ride = await findToldRide(order, { bookingId: told(bookingId), of: 'smaller-bus' }, now)
  const choice = await findChoiceOf(db, told(bookingId), 'smaller-bus')
  return ride && alone(seatsKeptMail({ ...ride, lackedSpace: choice?.defaultChoice === 'call' }))
}

/** Undefined once the bus has left or does not run; after an answer it tells the new times alone. */
async function writeRetimed(
  order: Order,
  { bookingId }: OwedMail,
  now: Temporal.Instant,
): Promise<MailContent | undefined> {
  const ride = await findRideMailData(order, told(bookingId), now)
  const before = ride && timesBefore(ride.booking)
  if (!before || ride.departureStatus !== 'planned') return undefined
  if (!isToCome(ride, now)) return undefined
  const choice = await findChoiceOf(db, told(bookingId), 'retimed')
  const isOpen = choice?.isOpen && choice.state === 'told' && isBefore(now, choice.decideBy)
  const mailed = isOpen ? await mailChoice(order.locale, choice) : undefined
  // Those whose times changed by little have no choice in the incident.
  const toldReason = await findToldReason(ride.booking.departureId, 'retimed')
  return composeRetimed({ ...ride, before, reason: toldReason?.[order.locale], choice: mailed })
}
