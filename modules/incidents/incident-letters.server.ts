import type { OwedMail, WriteLetter } from '#modules/mail/deliver.server.ts'
import type { MailContent } from '#modules/notifications/compose-letters.server.ts'
import { findRideMailData } from '#modules/notifications/find-change.server.ts'
import type { ChoiceMailData } from '#modules/notifications/letter-data.ts'
import { departureCancelledMail } from '#modules/notifications/letters/departure-cancelled.ts'
import { aboutOrder, alone, told } from '#modules/notifications/order-letters.server.ts'
import type { Order } from '#modules/orders/order/rows.server.ts'
import * as paths from '#paths'
import { db } from '#platform/db.server.ts'
import { siteOrigin } from '#platform/env.server.ts'
import { localePath } from '#platform/locale.ts'

import { findChoiceOf, listOffers } from './choices.server.ts'

/** The letters about buses that do not run. */
export const INCIDENT_LETTERS: Record<'departure-cancelled', WriteLetter> = {
  'departure-cancelled': aboutOrder(writeDepartureCancelled),
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
  return alone(departureCancelledMail({ ...ride, choice: await findMailedChoice(order, ride) }))
}

/** Holders who were told by an earlier release have no choice but that in their booking. */
async function findMailedChoice(
  { locale }: Order,
  { booking, manageUrl }: NonNullable<Awaited<ReturnType<typeof findRideMailData>>>,
): Promise<ChoiceMailData> {
  const choice = await findChoiceOf(db, booking.bookingId)
  if (!choice) return { url: manageUrl, until: booking.departsAt, offers: [], isMoved: false }
  const { token, decideBy, defaultChoice } = choice
  return {
    url: siteOrigin() + localePath(locale, paths.choose(token)),
    until: decideBy,
    offers: await listOffers(db, choice),
    isMoved: defaultChoice === 'move',
  }
}
