import { findDelays } from '#modules/dispatch/delays.server.ts'
import { bestOf, listOffers, type Choice } from '#modules/incidents/choices/choices.server.ts'
import type { ChoiceMailData } from '#modules/notifications/letter-data.ts'
import { getStopNames } from '#modules/timetable/stop-names.server.ts'
import * as paths from '#paths'
import { db } from '#platform/db.server.ts'
import { localePath, type Locale } from '#platform/locale.ts'
import { siteOrigin } from '#platform/settings/env.server.ts'

/** The choice of a passenger as letters name it. */
export async function mailChoice(locale: Locale, choice: Choice): Promise<ChoiceMailData> {
  const { token, decideBy, defaultChoice, fromStopId } = choice
  const offers = await listOffers(db, choice)
  const delayAt = await findDelays(offers.map(({ departureId }) => departureId))
  const nameOf = await getStopNames(
    locale,
    offers.flatMap((offer) => [offer.fromStopId, offer.toStopId]),
  )
  return {
    url: siteOrigin() + localePath(locale, paths.choose(token)),
    until: decideBy,
    offers: offers.map((offer) => {
      const isBoarding = offer.fromStopId !== fromStopId
      const { name } = nameOf(isBoarding ? offer.fromStopId : offer.toStopId)
      const { departsAt, arrivesAt } = offer
      const delayMinutes = delayAt(offer.departureId, offer.fromPosition)
      const stop = offer.isSameBus && { stop: { name, isBoarding } }
      return { departsAt, arrivesAt, delayMinutes, ...stop }
    }),
    isMoved: defaultChoice === 'move' && bestOf(offers) !== undefined,
    lacksSpace: defaultChoice === 'call',
  }
}
