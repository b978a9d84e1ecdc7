import { done, officeAction, refused } from '#app/office/act.server.ts'
import { addExtra } from '#modules/fleet/extra-departure.server.ts'
import * as paths from '#paths'

import { problemOf } from './refusal.ts'
import { readTyped, wishOf } from './wish.ts'

/** Adds the bus that the address describes, as the page has shown it. */
export const extraBusAction = officeAction('/office/departures/new', {
  async add({ form, by, now, request }) {
    const wish = wishOf(readTyped(new URL(request.url).searchParams))
    const outcome = await addExtra({ ...wish, by, now })
    if (!outcome.ok) return refused([problemOf(outcome)], form)
    return done(paths.officeDeparture(outcome.departureId))
  },
})
