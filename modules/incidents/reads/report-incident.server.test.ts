import { expect, test } from 'vitest'

import { partyOf } from '#modules/fares/passengers.ts'
import { choose } from '#modules/incidents/choices/choose.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { buyUnderNewTerms, cancelAndTell, getChoice } from '#test/fixtures/cancelled-bus.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { ride } from '#test/simulation/travellers.ts'

import { reportIncident } from './report-incident.server.ts'

const simulation = openSimulation()

/** Dates the mail about the choice so many minutes after the announcement. */
async function sendMailAfter(orderId: string, minutes: number): Promise<void> {
  const { announcedAt } = await db
    .selectFrom('incidents')
    .select('announcedAt')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('mails')
    .set({ state: 'sent', sentAt: announcedAt.add({ seconds: minutes * 60 }) })
    .where('orderId', '=', orderId)
    .where('kind', '=', 'departure-cancelled')
    .execute()
}

async function press(orderId: string, kind: 'move' | 'refund', adult = 0): Promise<void> {
  const { token, best } = await getChoice(orderId)
  const travelling = { passengers: partyOf({ adult }), wheelchairUsers: 0 }
  const moving = { kind: 'move', offerId: best, ...(adult > 0 && { travelling }) } as const
  const choice = kind === 'refund' ? ({ kind } as const) : moving
  expect(await choose({ token, choice, by: TRAVELLER, now: now() })).toEqual({ ok: true })
}

test('a report says who moved, who was paid, what it cost, and after how many minutes they knew', async () => {
  const leaves = now().add({ hours: 30 })
  const bus = await addDeparture({ departsAt: leaves })
  await addDeparture({ departsAt: leaves.add({ hours: 1 }), seats: 50 })
  const [moved, paid, split, silent, unreached] = [
    await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C', { adult: 2 })),
    await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C')),
    await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C', { adult: 3 })),
    await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C')),
    await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C')),
  ]
  await cancelAndTell(bus)
  for (const [place, orderId] of [moved, paid, split, silent].entries()) {
    await sendMailAfter(orderId, [1, 2, 4, 9][place] ?? 0)
  }
  await press(moved, 'move')
  await press(paid, 'refund')
  await press(split, 'move', 1)

  const { incidentId } = await getChoice(unreached)
  expect(await reportIncident(incidentId)).toEqual({
    departures: [
      {
        departureId: bus,
        bookings: 5,
        moved: 2,
        movedPeople: 3,
        paid: 1,
        paidPeople: 1,
        parted: 1,
        partedPeople: 2,
        waiting: 2,
        staying: 0,
        refundCents: 1800 + 2 * 1800,
      },
    ],
    told: { reached: 4, notReached: 1, median: 2, ninetyFifth: 9 },
  })
})
