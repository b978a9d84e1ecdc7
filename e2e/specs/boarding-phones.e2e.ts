import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { openDoor, untilStarted } from '#e2e/support/boarding-door.ts'
import { findBarriers, openPerson } from '#e2e/support/browser.ts'
import { openScene } from '#e2e/support/scene.ts'
import { until } from '#test/fixtures/until.ts'

/* A lost phone: the office blocks it, and it forgets everything but what it has counted. */

const scene = openScene()
const { buyTicket, getReady } = openDoor(scene)

test.each([
  ['', 'has blocked this phone', 'owner'],
  ['/el', 'απέκλεισε αυτό το τηλέφωνο', 'dispatcher'],
])(
  'a phone that the office blocks sends its scans and deletes its names (%s)',
  async (prefix, words, role) => {
    const bought = await buyTicket({ from: 'NIC', to: 'LCA', date: '2026-12-03' })
    const { page, context, network } = await getReady(bought, prefix)
    await page.locator('#state').getByText(/\d/).first().waitFor()
    network.cut()
    await page.locator('#typed').fill(bought.lastFour)
    await page.keyboard.press('Enter')
    await page.locator('.verdict-go').waitFor()

    const office = await openPerson(scene.browser, { locale: prefix ? 'el-CY' : 'en-GB' })
    await office.page.goto(`${scene.site.url}${prefix}/office/login`)
    await office.page.locator(`button[value="${role}"]`).click()
    await office.page.goto(`${scene.site.url}${prefix}/office/phones`)
    await office.page.locator('tbody tr').first().getByRole('button').click()
    await office.page
      .locator('tbody [data-tone=danger], tbody tr[data-tone=danger]')
      .first()
      .waitFor()
    expect(await findBarriers(office.page)).toEqual([])

    network.restore()
    await page.locator('#state', { hasText: words }).waitFor()
    await until('the scan at the office', async () => {
      const { rows } = await sql`
      select from scans join tickets using (booking_id)
      where code = ${bought.code} and boarded = 2`.execute(scene.books)
      return rows.length === 1
    })
    const left = await page.evaluate(async () => {
      const opening = indexedDB.open('boarding')
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const ask = async (name: string) => {
        const asking = opening.result.transaction(name).objectStore(name).count()
        await new Promise((resolve) => asking.addEventListener('success', resolve))
        return asking.result
      }
      return { records: await ask('records'), scans: await ask('scans') }
    })
    expect(left).toEqual({ records: 0, scans: 0 })
    expect(await page.locator('main').textContent()).not.toContain('Anna')
    await untilStarted(page)
    for (const person of [{ context }, office]) await person.context.close()
  },
)
