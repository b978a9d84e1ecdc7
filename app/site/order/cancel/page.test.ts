import { beforeEach, describe, expect, test } from 'vitest'

import { findHeldOrder } from '#modules/orders/self-service/find-order.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { openPage } from '#test/fixtures/open-page.ts'
import { openSite } from '#test/fixtures/open-site.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, findOrderRow, listRefunds, ride } from '#test/simulation/travellers.ts'

import { action, loader } from './page.tsx'
import type { CancelView } from './view.ts'

const simulation = openSimulation()
let bus: string
let back: string
beforeEach(async () => {
  bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
  back = await addDeparture({ departsAt: now().add({ hours: 72 }) })
})

async function bought(...rides: ReturnType<typeof ride>[]) {
  const { orderId } = await buy(simulation.bank, rides)
  const { manageId } = await findOrderRow(orderId)
  const held = await findHeldOrder(manageId, 'en', now())
  const ids = held?.items.map(({ bookingId }) => bookingId) ?? []
  return { orderId, manageId, ids }
}

function look(id: string, query = '') {
  return openPage<CancelView>(loader, `/bookings/x/cancel${query}`, { params: { id } })
}

function press(id: string, query: string, refund: number | string) {
  const form = { refund: String(refund) }
  const path = `/bookings/x/cancel${query}`
  return openPage<{ problem: string }>(action, path, { params: { id }, form })
}

describe('the choice of what to cancel', () => {
  test('shows the refund of each option', async () => {
    const people = { adult: 2, child: 1 }
    const { manageId } = await bought(ride(bus, 'A', 'C', people), ride(back, 'A', 'B'))
    const { shown } = await look(manageId)
    expect(shown.whole?.comesBack).toBe('You get €53.00 back, after the €1.00 fee')
    expect(shown.rides).toMatchObject([
      { comesBack: 'You get €44.00 back, after the €1.00 fee', counts: [{ of: 2 }, { of: 1 }] },
      { comesBack: 'You get €8.00 back, after the €1.00 fee', counts: [] },
    ])
  })

  test('says within 24 hours, before the choice, that nothing is refunded', async () => {
    const { manageId } = await bought(ride(bus, 'A', 'C', { adult: 2 }))
    shiftClock({ hours: 25 })
    const { shown } = await look(manageId)
    expect(shown.whole?.comesBack).toBe('Less than 24 hours to departure: no refund')
  })

  test('asks a traveller who came for fewer passengers about them alone, and offers the rest quietly', async () => {
    const rides = [ride(bus, 'A', 'C', { adult: 2 }), ride(back, 'A', 'B', { adult: 2 })]
    const { manageId, ids } = await bought(...rides)
    const site = await openSite()
    const read = async (query: string) => {
      const answer = await site(
        new Request(`http://localhost:3000/bookings/${manageId}/cancel?${query}`),
      )
      return answer.text()
    }
    const fewer = await read(`ride.${ids[0]}=some`)
    expect(fewer).toContain('Only some passengers')
    expect(fewer).not.toContain('Cancel the whole booking')
    expect(fewer).toContain(`name="adult.${ids[0]}"`)
    expect(fewer).not.toContain(`name="adult.${ids[1]}"`)
    expect(await read(`ride.${ids[0]}=some&ride.${ids[1]}=all`)).not.toContain('Only some')
    expect(await read('')).toContain('Cancel the whole booking')
  })

  test('is skipped for one ride of one person', async () => {
    const { manageId } = await bought(ride(bus, 'A', 'C'))
    const location = `/bookings/${manageId}/cancel?what=all`
    expect(await look(manageId)).toMatchObject({ status: 302, location })
  })

  test('is empty once everything has left or is cancelled', async () => {
    const { manageId } = await bought(ride(bus, 'A', 'C'))
    await press(manageId, '?what=all', 1700)
    expect((await look(manageId)).shown).toMatchObject({ rides: [], whole: null, quote: null })
  })
})

describe('a quote', () => {
  test('states the refund, the fee and the card', async () => {
    const { manageId } = await bought(ride(bus, 'A', 'C', { adult: 2 }))
    const { shown } = await look(manageId, '?what=all')
    const money = { given: 3600, refund: 3500, fee: 100, forfeited: 0 }
    expect(shown.quote).toMatchObject({ ...money, cards: '•••• 1111' })
    expect(shown.quote?.parts).toMatchObject([{ leaving: 'For everybody: 2\u00A0adults' }])
  })

  test('for some passengers names those who leave and those who stay', async () => {
    const { manageId, ids } = await bought(ride(bus, 'A', 'C', { adult: 2, child: 1 }))
    const { shown } = await look(manageId, `?ride.${ids[0]}=some&adult.${ids[0]}=1`)
    expect(shown.quote).toMatchObject({ refund: 1700, fee: 100 })
    expect(shown.quote?.parts).toMatchObject([
      {
        leaving: 'No longer travelling: 1\u00A0adult',
        staying: 'Still travelling: 1\u00A0adult, 1\u00A0child',
      },
    ])
  })

  test('is refused if children would be alone, or more leave than travel', async () => {
    const { manageId, ids } = await bought(ride(bus, 'A', 'C', { adult: 1, child: 1 }))
    const alone = await look(manageId, `?ride.${ids[0]}=some&adult.${ids[0]}=1`)
    expect(alone.shown).toMatchObject({ quote: null })
    expect(alone.shown.problem).toContain('Children and infants must travel with')
    const more = await look(manageId, `?ride.${ids[0]}=some&adult.${ids[0]}=2`)
    expect(more.shown.problem).toContain('more people than are booked')
  })

  test('is refused for rides of other orders', async () => {
    const mine = await bought(ride(bus, 'A', 'C', { adult: 2 }))
    const theirs = await bought(ride(back, 'A', 'C'))
    expect(await look(mine.manageId, `?ride.${theirs.ids[0]}=all`)).toMatchObject({ status: 404 })
    expect(await look(newAccessToken(), '?what=all')).toMatchObject({ status: 404 })
    expect(await press(newAccessToken(), '?what=all', 1700)).toMatchObject({ status: 404 })
    const stolen = await press(mine.manageId, `?ride.${theirs.ids[0]}=all`, 1700)
    expect(stolen).toMatchObject({ status: 404 })
    expect(await listRefunds(theirs.orderId)).toEqual([])
  })
})

describe('pressing the button', () => {
  test('cancels what was shown, and leads to the booking', async () => {
    const { manageId, orderId } = await bought(ride(bus, 'A', 'C'))
    const answer = await press(manageId, '?what=all', 1700)
    expect(answer.status).toBe(303)
    expect(answer.location).toMatch(new RegExp(`^/bookings/${manageId}\\?done=[\\da-f-]{36}$`))
    expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 1700 }])
  })

  test('twice, or in a second tab, cancels once and shows the booking', async () => {
    const { manageId, orderId, ids } = await bought(ride(bus, 'A', 'C', { adult: 2 }))
    const query = `?ride.${ids[0]}=some&adult.${ids[0]}=1`
    await press(manageId, query, 1700)
    const again = await press(manageId, query, 1700)
    expect(again).toMatchObject({ status: 303, location: `/bookings/${manageId}` })
    expect(await look(manageId, query)).toMatchObject({ status: 303 })
    await press(manageId, '?what=all', 1700)
    expect(await press(manageId, '?what=all', 1700)).toMatchObject({ status: 303 })
    expect(await listRefunds(orderId)).toHaveLength(2)
  })

  test.each([1800, '', 'all', -1])('with %s where €17.00 is due asks again', async (refund) => {
    const { manageId, orderId } = await bought(ride(bus, 'A', 'C'))
    const answer = await press(manageId, '?what=all', refund)
    expect(answer.status).toBe(422)
    expect(answer.shown.problem).toContain('Nothing has been done yet')
    expect(await listRefunds(orderId)).toEqual([])
  })
})
