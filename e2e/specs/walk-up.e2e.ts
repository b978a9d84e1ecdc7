import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { isInSight, openDoor } from '#e2e/support/boarding-door.ts'
import { findBarriers, openPerson } from '#e2e/support/browser.ts'
import { findFlaws } from '#e2e/support/look.ts'
import { openScene } from '#e2e/support/scene.ts'
import { logInAs } from '#e2e/support/staff-login.ts'
import { until } from '#test/fixtures/until.ts'

/* The sale at the door of a bus, with and without a network. */

const scene = openScene()
const { buyTicket, bringNear, getReady, openAgain } = openDoor(scene)
const TOMORROW = '2026-12-03'
const OUT = { from: 'NIC', to: 'LCA', date: TOMORROW }
const BACK = { from: 'LCA', to: 'NIC', date: TOMORROW }

/** Moves the bus to twenty minutes from now; beside the party of two it has the reserve and `more` seats. */
async function bringHere({ departureId }: { departureId: string }, more: number): Promise<void> {
  await bringNear({ departureId })
  await sql`update departures set seats = ${4 + more} where departure_id = ${departureId}`.execute(
    scene.books,
  )
}

async function openSale(page: Page): Promise<void> {
  await page.locator('[data-tab="sell"]').click()
  await page.locator('#sell').waitFor()
}

async function sellTo(page: Page, adults: number): Promise<string> {
  for (let more = 1; more < adults; more++) await page.locator('[data-more="adult"]').click()
  await page.locator('#sell-button').click()
  await page.locator('#sure button[value="yes"]').click()
  await page.locator('#sold').waitFor()
  await page.locator('#sold-code svg').waitFor()
  return (await page.locator('#sold-number').textContent()) ?? ''
}

function listSales(departureId: string) {
  return sql<{ number: string; people: number; cents: number; aboard: number | null }>`
    select number, (select sum(count)::int from booking_passengers p where p.booking_id = bookings.booking_id) as people,
      till_entries.amount_cents as cents,
      (select sum(boarded)::int from scans where scans.booking_id = bookings.booking_id) as aboard
    from orders join bookings using (order_id) join tickets using (booking_id)
    join payments on payable_id = order_id join till_entries using (payment_id)
    where departure_id = ${departureId} and channel = 'on-board' and status = 'confirmed'
    order by people desc`
    .execute(scene.books)
    .then(({ rows }) => rows)
}

test('from a cold start without a network two parties walk up, the third is refused, and the office has them later', async () => {
  const bought = await buyTicket(OUT)
  await bringHere(bought, 3)
  const { departureId } = bought
  const phone = await getReady(bought)
  const { page, context, network } = phone
  await openSale(page)
  await page.locator('#sell-why', { hasText: 'Seats to sell: 3' }).waitFor()
  const office = await openPerson(scene.browser)
  await logInAs(office.page, 'owner', { site: scene.site.url })
  await office.page.goto(`${scene.site.url}/office/departures/${departureId}`)
  expect(await office.page.locator('main').textContent()).toMatch(/3 seats are leased to phone \d+/)
  await page.close()

  network.cut()
  const cold = await openAgain(phone)
  await openSale(cold)
  const first = await sellTo(cold, 2)
  expect(first).toMatch(/[\dA-Z]{8}-1$/)
  expect(await cold.locator('#sold-words').textContent()).toBe('Sold. Board 2.')
  await cold.close()

  const again = await openAgain(phone)
  expect(await again.locator('#bus-count').textContent()).toBe('2/4 aboard')
  await openSale(again)
  const second = await sellTo(again, 1)
  expect(second).not.toBe(first)
  await again.locator('#sell-next').click()
  expect(await again.locator('#sell-why').textContent()).toBe(
    'Not enough seats: 0 left to sell on this journey.',
  )
  expect(await again.locator('#sell-button').isDisabled()).toBe(true)
  await until('the phone has tried', () => network.triedInVain() > 0)
  expect(await listSales(departureId)).toEqual([])

  network.restore()
  const sold = await until('both sales at the office', async () => {
    const rows = await listSales(departureId)
    return rows.length === 2 && rows.every(({ aboard }) => aboard) ? rows : undefined
  })
  expect(sold.map(({ people, aboard }) => [people, aboard])).toEqual([
    [2, 2],
    [1, 1],
  ])
  expect(sold[0]?.cents).toBe(2 * (sold[1]?.cents ?? 0))
  for (const [place, { number }] of sold.entries()) {
    expect([first, second][place]).toContain(number)
  }
  await again.locator('#bus-count', { hasText: '3/5 aboard' }).waitFor()

  await office.page.goto(`${scene.site.url}/office/departures/${departureId}`)
  expect(await office.page.locator('main').textContent()).not.toContain('leased to phone')
  const reference = sold[0]?.number.slice(0, 8) ?? ''
  await office.page.goto(`${scene.site.url}/office/bookings/${reference}`)
  expect(await office.page.locator('main').textContent()).toContain(
    'Sold for cash at the door of the bus',
  )
  await again.goto(`${network.url}/office/till`)
  expect(await again.locator('main').textContent()).toContain(reference)
  for (const one of [context, office.context]) await one.close()
})

/** Each sale of a bus as the books have it: its order, the people aboard, and the cash that stays. */
function listOutcomes(departureId: string) {
  return sql<{ status: string; aboard: number; cents: number }>`
    select status, (select coalesce(sum(boarded), 0)::int from scans
        where scans.booking_id = bookings.booking_id) as aboard,
      (select coalesce(sum(paid.amount_cents), 0)::int from till_entries as paid
        where paid.payment_id = payments.payment_id
          or paid.refund_id in (select refund_id from refunds
            where refunds.payment_id = payments.payment_id)) as cents
    from orders join bookings using (order_id) join payments on payable_id = order_id
    where departure_id = ${departureId} and channel = 'on-board' order by orders.created_at`
    .execute(scene.books)
    .then(({ rows }) => rows)
}

async function undoLast(page: Page): Promise<string> {
  await page.locator('[data-undo]:visible').click()
  await page.locator('#sure button[value="yes"]').click()
  await page.locator('#sell-why.state-ask').waitFor()
  return (await page.locator('#sell-why').textContent()) ?? ''
}

const GIVEN_BACK = { status: 'cancelled', aboard: 0, cents: 0 }

test('the last sale is undone by its driver, with a network and from a cold start without one', async () => {
  const bought = await buyTicket({ ...BACK, date: '2026-12-02' })
  await bringHere(bought, 2)
  const { departureId } = bought
  const phone = await getReady(bought)
  const { page, context, network } = phone
  await openSale(page)
  await page.locator('#sell-why', { hasText: 'Seats to sell: 2' }).waitFor()
  const first = await sellTo(page, 2)
  await until('the sale at the office', async () => (await listSales(departureId))[0]?.aboard)
  await page.locator('#bus-count', { hasText: '2/4' }).waitFor()
  expect(first).toContain(
    (await page.locator('[data-undo]:visible').getAttribute('aria-label'))?.slice(-10),
  )
  expect(await undoLast(page)).toMatch(/^Undone\. Give back €\d+\.00\. The ticket is void\.$/)
  await until('the undoing', async () => {
    const [sale] = await listOutcomes(departureId)
    return sale?.status === 'cancelled' && sale.aboard === 0 && sale.cents === 0
  })
  expect(await listOutcomes(departureId)).toEqual([GIVEN_BACK])
  await page.locator('[data-more="adult"]').click()
  await page.locator('#sell-why', { hasText: 'Seats to sell: 2' }).waitFor()
  expect(await page.locator('[data-undo]:visible').isVisible()).toBe(false)
  await page.close()

  network.cut()
  const cold = await openAgain(phone)
  await openSale(cold)
  await sellTo(cold, 2)
  await cold.close()
  const again = await openAgain(phone)
  await openSale(again)
  await undoLast(again)
  expect(await again.locator('#bus-count').textContent()).toBe('0/2 aboard')
  // Its seats are for the right party, at once.
  const right = await sellTo(again, 1)
  expect(right).not.toBe(first)
  await until('the phone has tried', () => network.triedInVain() > 0)
  network.restore()
  const all = await until('all sales at the office', async () => {
    const rows = await listOutcomes(departureId)
    return rows[2]?.aboard ? rows : undefined
  })
  expect(all.slice(0, 2)).toEqual([GIVEN_BACK, GIVEN_BACK])
  expect(all[2]).toMatchObject({ status: 'confirmed', aboard: 1 })
  expect(all[2]?.cents).toBeGreaterThan(0)
  expect(await again.locator('#notices').isVisible()).toBe(false)
  await context.close()
})

test.each([
  ['', BACK],
  ['/el', { ...OUT, date: '2026-12-02' }],
])('the sale is sound by day and night on a narrow phone (%s)', async (prefix, ride) => {
  const bought = await buyTicket(ride)
  await bringHere(bought, 6)
  const { page, context } = await getReady(bought, prefix)
  await page.setViewportSize({ width: 360, height: 740 })
  await openSale(page)
  await page.locator('#sell-why.state-go').waitFor()
  const flaws: string[] = []
  const look = async (screen: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.locator('#phone').evaluate((phone) => phone.scrollTo(0, 0))
      const found = [...(await findFlaws(page)), ...(await findBarriers(page))]
      flaws.push(...found.map((flaw) => `${screen}, ${colorScheme}: ${flaw}`))
      if (process.env.PICTURES) {
        const name = `${screen}${prefix.replace('/', '-')}-${colorScheme}.png`
        await page.screenshot({ path: `${process.env.PICTURES}/${name}` })
      }
    }
    const targets = page.locator('.phone :is(.button, select):visible, #tabs button:visible')
    for (const target of await targets.all()) {
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(64)
    }
  }
  const isInSightOnLow = async (press: string) => {
    await page.setViewportSize({ width: 360, height: 560 })
    await page.locator('#phone').evaluate((phone) => phone.scrollTo(0, 0))
    const isShown = await isInSight(page, press)
    await page.setViewportSize({ width: 360, height: 740 })
    return isShown
  }
  await look('sale')
  await sellTo(page, 2)
  await until('nothing waits', async () => (await listSales(bought.departureId)).length === 1)
  await page.locator('#bus-count', { hasText: '2/4' }).waitFor()
  await look('sold')
  expect(await isInSightOnLow('#sell-next')).toBe(true)
  await page.locator('[data-undo]:visible').click()
  await look('undo-question')
  await page.locator('#sure button[value="yes"]').click()
  await page.locator('#sell-why.state-ask').waitFor()
  await look('undone')
  expect(await isInSightOnLow('#sell-button')).toBe(true)
  for (let more = 0; more < 5; more++) await page.locator('[data-more="adult"]').click()
  await look('refused')
  expect(flaws).toEqual([])
  await context.close()
})
