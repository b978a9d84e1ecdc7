import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { findBarriers, openPerson, openTicket } from '#e2e/support/browser.ts'
import { untilKept } from '#e2e/support/kept.ts'
import { openScene } from '#e2e/support/scene.ts'
import { openBrowser as openTraveller } from '#e2e/support/traveller.ts'
import { until } from '#test/fixtures/until.ts'

/* A ticket after the purchase: offline, and after a missed bus. */

const scene = openScene()

test('a ticket that was opened once opens offline, and says that it is a copy', async () => {
  const address = await buyTicket()
  const { page, context } = await openPerson(scene.browser)
  await page.goto(address)
  await untilKept(page, [new URL(address).pathname])
  expect(await page.locator('.saved-copy').isVisible()).toBe(false)

  await context.setOffline(true)
  await page.reload()
  expect(await page.locator('h1').textContent()).toContain('Larnaca')
  expect(await page.locator('.saved-copy').textContent()).toMatch(/saved at .*\d\d:\d\d/)

  // The ride is cancelled elsewhere: the next look with a connection deletes the copy.
  await context.setOffline(false)
  await sql`update tickets set replaced_at = now()`.execute(scene.books)
  expect(await openTicket(page, page.url())).toBe(410)
  await context.setOffline(true)
  await expect(page.reload()).rejects.toThrow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await context.close()
})

test.each([
  ['', true],
  ['/el', false],
])(
  'a traveller who missed the bus takes the next one with one tap (%s, script %s)',
  async (prefix, javaScript) => {
    const english = await buyTicket()
    // It left five minutes before the start of the company's clock.
    await sql`update bookings set departs_at = '2026-12-02T06:55Z', arrives_at = '2026-12-02T07:35Z'`.execute(
      scene.books,
    )
    const address = english.replace('/tickets/', `${prefix}/tickets/`)
    const { page, context } = await openPerson(scene.browser, { javaScriptEnabled: javaScript })
    await page.goto(address)
    expect(javaScript ? await findBarriers(page) : []).toEqual([])
    await page.locator('.next-bus button').first().click()
    await page.waitForURL(/\/tickets\/[\da-z]{26}\?later/)
    expect(page.url()).not.toContain(address)
    expect(await page.locator('.next-bus').count()).toBe(0)
    expect(javaScript ? await findBarriers(page) : []).toEqual([])

    expect(await openTicket(page, address)).toBe(410)
    await context.close()
  },
)

test.each([
  ['', true, 'This ticket has already been used to board'],
  ['/el', false, 'Με το εισιτήριο αυτό έχει ήδη γίνει επιβίβαση'],
])(
  'a traveller who is counted aboard after the page was opened takes no other bus (%s, script %s)',
  async (prefix, javaScript, sentence) => {
    const english = await buyTicket()
    const number = english.slice(-26)
    await sql`update bookings set departs_at = '2026-12-02T06:55Z', arrives_at = '2026-12-02T07:35Z'
      from tickets where tickets.booking_id = bookings.booking_id and ticket_id = ${number}`.execute(
      scene.books,
    )
    const address = english.replace('/tickets/', `${prefix}/tickets/`)
    const { page, context } = await openPerson(scene.browser, { javaScriptEnabled: javaScript })
    await page.goto(address)
    await sql`insert into scans (device_no, booking_id, departure_id, position, boarded, scanned_at, received_at, scanned_by)
      select 0, booking_id, departure_id, from_position, 1, '2026-12-02T06:54Z', '2026-12-02T07:00Z', 'admin:maria'
      from bookings join tickets using (booking_id) where ticket_id = ${number}`.execute(
      scene.books,
    )
    await page.locator('.next-bus button').first().click()
    const refusal = page.locator('.next-bus [role=alert]')
    await refusal.waitFor()
    expect(await refusal.textContent()).toContain(sentence)
    expect(await page.locator('.next-bus button').count()).toBe(0)
    expect(javaScript ? await findBarriers(page) : []).toEqual([])

    expect(await openTicket(page, address)).toBe(200)
    expect(await page.locator('.next-bus p').allTextContents()).toEqual([
      expect.stringContaining(sentence),
    ])
    expect(await page.locator('.next-bus [role=alert]').count()).toBe(0)
    await context.close()
  },
)

/** The path of a ticket bought in another browser. */
async function buyTicket(): Promise<string> {
  const traveller = openTraveller(scene.site.url)
  const search = { from: 'NIC', to: 'LCA', date: '2026-12-08', adults: '1' }
  await traveller.addToCart(await traveller.chooseRide(search))
  const card = await traveller.checkOut()
  const paid = await traveller.payAtBank(card.url)
  const [path = ''] = /\/tickets\/[\da-z]{26}/.exec(paid.html) ?? []
  await until('the payment has its end', async () => path !== '')
  return scene.site.url + path
}
