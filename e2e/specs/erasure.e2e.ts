import { sql } from 'kysely'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { isSettled, listBreaches } from '#e2e/support/books.ts'
import { openPerson } from '#e2e/support/browser.ts'
import { askForAccount, PASSWORD } from '#e2e/support/members.ts'
import { findMail } from '#e2e/support/read-mail.ts'
import { openScene } from '#e2e/support/scene.ts'
import { cookiesOf } from '#e2e/support/screens.ts'
import { openBrowser as openTraveller } from '#e2e/support/traveller.ts'
import { until } from '#test/fixtures/until.ts'
import { fillIn } from '#test/simulation/filled-form.ts'

/*
 * A person buys, signs up, writes to us, cancels a ride, opens a ticket on the phone, logs out, and
 * is finally erased. Afterwards nothing that we keep contains the person (I12), and the phone has
 * no ticket any more.
 */

const NAME = 'Persephone Xylofagou'
const EMAIL = 'persephone.xylofagou@example.com'
const TRACES = [EMAIL, 'persephone', 'xylofagou']
/** The pretend bank is another company with its own books. */
const NOT_OURS = /^sandbox-bank/

const scene = openScene()
test('logging out removes the tickets from the phone, and erasure removes the person from all our records (I12)', async () => {
  const buyer = openTraveller(scene.site.url)
  const contact = { name: NAME, email: EMAIL }
  for (const date of ['2026-12-03', '2026-12-04']) {
    await buyer.addToCart(await buyer.chooseRide({ from: 'NIC', to: 'LCA', date, adults: '2' }))
  }
  const paid = await buyer.payAtBank((await buyer.checkOut(contact)).url)
  const [manageId = ''] = /(?<=\/bookings\/)[\da-z]{26}/.exec(paid.html) ?? []
  const [ticket = ''] = /\/tickets\/[\da-z]{26}/.exec(paid.html) ?? []
  await buyer.visit(`/payment/success/${new URL(paid.url).pathname.split('/').at(-1)}`)
  await write(buyer)
  await findMail(scene.company, EMAIL, {
    what: 'the tickets',
    isIt: ({ attachments }) => attachments.length > 1,
  })
  const token = await askForAccount(buyer, contact)

  const { page, context } = await openPerson(scene.browser)
  await context.addCookies(cookiesOf(buyer))
  await page.goto(`${scene.site.url}/users/confirm?token=${token}`)
  await page.locator('#confirm-password').fill(PASSWORD)
  await page.locator('main form button.button-action').click()
  await page.waitForURL('**/account**')

  await openTicket(page, ticket)
  await page.goto(`${scene.site.url}/account`)
  await page.locator('button[value=log-out]').click()
  await page.waitForURL('**/users/login**')
  await expectNoCopies(page)

  await logIn(page)
  await openTicket(page, ticket)
  await page.goto(`${scene.site.url}/bookings/${manageId}/cancel?what=all`)
  await page.locator('main form[method=post] button').first().click()
  await page.locator('h1 .reference').waitFor()
  scene.company.moveClock({ hours: 72 })
  await until('all money has arrived', () => isSettled(scene.books))
  await until('all mails are sent', async () => {
    const rows = scene.books.selectFrom('mails').select('mailId').where('state', '=', 'queued')
    return (await rows.execute()).length === 0
  })
  expect((await findTraces()).length, 'what is looked for is found').toBeGreaterThan(5)

  await page.goto(`${scene.site.url}/account`)
  await page.locator('summary', { hasText: 'Erase' }).click()
  await page.locator('#meant').check()
  await page.locator('#erase-password').fill(PASSWORD)
  await page.locator('button[value=erase]').click()
  await page.waitForURL('**/users/login**')
  await expectNoCopies(page)
  expect(await findTraces()).toEqual([])
  expect(await listBreaches(scene.company, scene.books)).toEqual([])

  for (const path of [`/bookings/${manageId}`, `/bookings/${manageId}/papers/R-000001.pdf`]) {
    expect((await buyer.ask(scene.site.url + path)).status).toBe(404)
  }
  const list = await (await buyer.ask(`${scene.site.url}/bookings`)).text()
  expect(list).not.toMatch(/\/tickets\/[\da-z]{26}/)
  const audited = await scene.books
    .selectFrom('auditEntries')
    .select('after')
    .where('action', '=', 'erased')
    .execute()
  for (const { after } of audited) expect(Object.keys(after as object)).toEqual(['fields'])
  await context.close()
})

/** Fills in every field of a form, some of them with the name. */
async function write(buyer: ReturnType<typeof openTraveller>): Promise<void> {
  const page = await buyer.visit('/contact')
  const [stamp = ''] = /(?<=name="stamp" value=")[^"]+/.exec(page.html) ?? []
  const typed = Object.fromEntries(
    fillIn('contact', '2026-12-12').map(([{ name }, value]) => [name, value]),
  )
  const [first = '', last = ''] = NAME.split(' ')
  scene.company.moveClock({ seconds: 20 })
  const sent = await buyer.submit(`${scene.site.url}/contact`, {
    ...typed,
    stamp,
    'first-name': first,
    'last-name': last,
    email: EMAIL,
  })
  expect(sent.url).toContain('sent=')
}

async function logIn(page: Page): Promise<void> {
  await page.locator('#log-in-email').fill(EMAIL)
  await page.locator('#log-in-password').fill(PASSWORD)
  await page.locator('#log-in .button-action').click()
  await page.waitForURL('**/account')
}

/** A ticket that was opened once is stored for the journey. */
async function openTicket(page: Page, path: string): Promise<void> {
  await page.goto(scene.site.url + path)
  await page.waitForFunction(async (url) => {
    if (!(await caches.has('tickets'))) return false
    return (await (await caches.open('tickets')).match(url)) !== undefined
  }, scene.site.url + path)
}

async function expectNoCopies(page: Page): Promise<void> {
  const left = await page.evaluate(async () => {
    const names = await caches.keys()
    const workers = await navigator.serviceWorker.getRegistrations()
    return { copies: names.length, workers: workers.length }
  })
  expect(left).toEqual({ copies: 0, workers: 0 })
}

/** Every place that still contains the person: database, files and log. */
async function findTraces(): Promise<string[]> {
  const inFiles = readdirSync(scene.company.settings.DATA_DIR ?? '', {
    recursive: true,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile() && !NOT_OURS.test(entry.name))
    .filter((entry) => isTrace(readFileSync(join(entry.parentPath, entry.name), 'latin1')))
    .map(({ name }) => `file ${name}`)
  const inLog = isTrace(scene.site.output()) ? ['log'] : []
  return [...(await findInDatabase()), ...inFiles, ...inLog]
}

function isTrace(text: string): boolean {
  return TRACES.some((trace) => text.toLowerCase().includes(trace))
}

/** Searches every column of every schema, whatever its type. */
async function findInDatabase(): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select format('%I.%I', table_schema, table_name) as table, column_name as column, data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(
    scene.books,
  )
  const places: string[] = []
  for (const { table, column, type } of rows) {
    const text = sql`lower(${type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`})`
    const found = await sql`select from ${sql.raw(table)}
      where ${text} like any (${TRACES.map((trace) => `%${trace}%`)}) limit 1`.execute(scene.books)
    if (found.rows.length > 0) places.push(`${table}.${column}`)
  }
  return places
}
