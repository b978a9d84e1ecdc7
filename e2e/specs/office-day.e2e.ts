import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { MESSAGES } from '#app/i18n/messages.ts'
import { openPerson } from '#e2e/support/browser.ts'
import { sitDown, type Desk } from '#e2e/support/desk.ts'
import { addDutyFor } from '#e2e/support/fleet.ts'
import { languagesNow } from '#e2e/support/languages-now.ts'
import { passMorning, type Morning } from '#e2e/support/office-morning.ts'
import { findMail } from '#e2e/support/read-mail.ts'
import { openScene } from '#e2e/support/scene.ts'
import { localePath, type Locale } from '#platform/locale.ts'
import { until } from '#test/fixtures/until.ts'

/*
 * A day in the office of one person, with a keyboard alone. Each task needs the presses that
 * docs/office.md says, where a press is defined, and has really happened afterwards.
 */

type Task = { allowed: number; needed: number }

/** The tasks of docs/office.md with their presses. */
const TASKS = new Map<string, Task>(
  readFileSync('docs/office.md', 'utf8')
    .matchAll(/^\| (\d+a?) +\|[^|]*\| +(\d) \| +(\d) \|$/gm)
    .map(([, task = '', allowed, needed]) => [
      task,
      { allowed: Number(allowed), needed: Number(needed) },
    ]),
)

/** Each code counts once, so time goes on to the next one before these tasks. */
const NEEDS_CODE = /^(?:8|22a?|23): /

const LANGUAGE = { en: 'en-GB', el: 'el-CY' }
const scene = openScene()

test('no task needs more presses than it may', () => {
  expect(TASKS.size).toBe(21)
  const over = [...TASKS].filter(([, { allowed, needed }]) => needed > allowed)
  expect(over).toEqual([])
})

describe.each(languagesNow())('%s', (locale) => {
  const words = MESSAGES[locale].office
  let day: Awaited<ReturnType<typeof beginDay>>
  const done: string[] = []
  beforeAll(async () => {
    day = await beginDay(locale)
  })
  afterAll(() => day.end())

  beforeEach(async ({ task }) => {
    if (NEEDS_CODE.test(task.name)) scene.company.moveClock({ seconds: 30 })
    if (task.name.startsWith('16a')) day.desk.stay()
    else await day.desk.begin()
  })
  afterEach(({ task }) => {
    checkPresses(task.name)
  })

  const link = (name: string) => day.desk.page.getByRole('link', { name, exact: true })
  const button = (name: string) => day.desk.page.getByRole('button', { name, exact: true })
  const main = (selector: string) => day.desk.page.locator(`main ${selector}`)
  const menu = (name: string) =>
    day.desk.page.locator('#office-menu').getByRole('link', { name, exact: true })

  test('1: the day is seen', async () => {
    const { late, underpaid } = day.morning
    const row = main(`#departure-${late.departureId}`)
    expect(await row.innerText()).toContain(words.today.departures.planned)
    expect(await row.locator('svg').count()).toBeGreaterThan(0)
    expect(await main('#problems').innerText()).toContain(underpaid.reference)
  })

  test('2: a booking is found by a name in the other alphabet', async () => {
    const { desk } = day
    await desk.find(locale === 'en' ? 'Ξενοφωντος' : 'Xenofontos')
    await desk.press(link(day.morning.change.reference).first())
    expect(await main('h1').innerText()).toContain(day.morning.change.reference)
  })

  test('3: a journey is sold by telephone', async () => {
    const { desk } = day
    await chooseJourney(desk)
    const email = `telephone.${locale}@example.com`
    await desk.type(main('#name'), 'Kyriakos Example')
    await desk.type(main('#email'), email)
    await desk.enter()
    expect(await readDone()).toContain(words.audit.actions['link-sent'])
    const mail = await findMail(scene.company, email, { what: 'a link', isIt: () => true })
    expect(mail.html).toContain('/pay/')
  })

  test('4: a journey is sold for cash', async () => {
    const { desk } = day
    await chooseJourney(desk)
    await desk.type(main('#name'), 'Counter Example')
    await desk.pickNext(main('input[name=intent]:checked'))
    await desk.type(main('#float'), '50')
    await desk.type(main('#given'), '20')
    await desk.press(main('.sale-ways button'))
    expect(await readDone()).toContain(words.audit.actions['sold-for-cash'])
    const { rows } = await sql`
      select from till_entries join till_sessions using (session_id)
      where closed_at is null and kind = 'sale'`.execute(scene.books)
    expect(rows).toHaveLength(1)
  })

  test('5: a journey is changed', async () => {
    const { desk } = day
    const { change } = day.morning
    await desk.find(change.reference)
    await desk.press(main('a[href$="/change"]'))
    await desk.press(main('.data-table a').last())
    await desk.press(button(words.changes.change.submit))
    expect(await readDone()).toContain(words.audit.actions.amended)
    const { rows } = await sql`
      select from bookings where order_id = ${change.orderId} and state = 'live'
        and departure_id <> ${change.departureId}`.execute(scene.books)
    expect(rows).toHaveLength(1)
  })

  test('6: a booking is cancelled and refunded', async () => {
    const { desk } = day
    const { cancel } = day.morning
    await desk.find(cancel.reference)
    await desk.press(link(words.booking.acts.cancel))
    await desk.pickNext(main('input[type=radio]:checked'))
    await desk.press(button(words.changes.cancel.show))
    await desk.press(main('#quote button'))
    expect(await readDone()).toContain(words.audit.actions.cancelled)
    await waitForRefund(cancel.orderId)
  })

  test('6a: a booking of today is refunded against the rules', async () => {
    const { desk } = day
    const { sick } = day.morning
    await desk.find(sick.reference)
    await desk.press(link(words.booking.acts.cancel))
    await desk.pickNext(main('input[type=radio]:checked'))
    await desk.press(button(words.changes.cancel.show))
    await desk.choose(main('#overrule'), 'DEATH')
    await desk.type(main('#reason'), 'A death in the family, said on the telephone')
    await desk.press(main('form:has(#overrule) button'))
    expect(await readDone()).toContain(words.audit.actions.cancelled)
    await waitForRefund(sick.orderId)
  })

  test('7: a bus is late', async () => {
    const { desk } = day
    const { late } = day.morning
    const row = main(`#departure-${late.departureId}`)
    await desk.pressHere(row.locator('summary'))
    await desk.pressHere(row.locator('button[value="20"]'))
    await row.getByText(words.today.late.reported(20)).waitFor()
    const mail = await findMail(scene.company, late.email, {
      what: 'news of the delay',
      isIt: ({ text }) => /20/.test(text ?? ''),
    })
    expect(mail.subject).not.toBe('')
  })

  test('7a: it is on time again', async () => {
    const { desk } = day
    await desk.press(main(`#departure-${day.morning.late.departureId} .today-time`))
    await desk.press(button(words.departure.late.onTime))
    expect(await readDone()).toContain(words.audit.actions['on-time'])
  })

  test('8: a bus does not run', async () => {
    const { desk } = day
    const { stopped } = day.morning
    await desk.press(main(`#departure-${stopped.departureId} .today-time`))
    await desk.press(link(words.departure.cancel.lead))
    await desk.type(main('#reason'), 'The driver is ill')
    await typeCode(desk, main('form'))
    await desk.press(main('form button.button-action'))
    expect(await readDone()).toContain(words.audit.actions.cancelled)
    const { rows } = await sql`
      select from departures where departure_id = ${stopped.departureId} and status = 'cancelled'`.execute(
      scene.books,
    )
    expect(rows).toHaveLength(1)
    await findMail(scene.company, stopped.email, {
      what: 'news of the bus',
      isIt: ({ subject }) => subject !== undefined,
    })
  })

  test('12: a departure has a driver', async () => {
    const { desk } = day
    const { departureId } = day.morning.late
    const dutyId = await addDutyFor(scene.books, departureId)
    await desk.press(menu(words.duties.title))
    const form = main(`form.duty-assign:has(input[value="${departureId}"])`)
    await desk.choose(form.locator('select'), dutyId)
    await desk.press(form.locator('button'))
    expect(await readDone()).toContain(words.audit.actions['departure-added'])
    await desk.page.goto(scene.site.url + localePath(locale, '/office'))
    expect(await main(`#departure-${departureId} .today-crew`).innerText()).not.toBe('')
  })

  test('15: a complaint is answered', async () => {
    const { desk } = day
    const { reference, email } = day.morning.complaint
    await desk.press(menu(words.inbox.title))
    await desk.press(link(reference))
    await desk.type(main('#answer'), 'We are sorry for your drum. 4711')
    await desk.press(button(words.inbox.sendAndClose))
    expect(await readDone()).toContain(words.audit.actions.answered)
    await findMail(scene.company, email, {
      what: 'the answer',
      isIt: ({ text }) => text?.includes('4711') ?? false,
    })
  })

  test('16: a notice is on the site', async () => {
    const { desk } = day
    await desk.press(menu(words.notices.title))
    await desk.press(link(words.notices.add))
    await desk.type(main('#text-en'), `Roadworks in Larnaca ${locale}`)
    await desk.type(main('#text-el'), `Οδικά έργα στη Λάρνακα ${locale}`)
    await desk.press(button(words.notices.publish))
    expect(await readDone()).toContain(words.audit.actions.published)
    expect(await readHome()).toContain(locale === 'en' ? 'in Larnaca en' : 'στη Λάρνακα el')
  })

  test('16a: the notice is taken down', async () => {
    const { desk } = day
    await desk.press(button(words.notices.takeDown))
    expect(await readDone()).toContain(words.audit.actions['taken-down'])
    expect(await readHome()).not.toMatch(/in Larnaca en|στη Λάρνακα el/)
  })

  test('17: money that waits is returned', async () => {
    const { desk } = day
    const { underpaid } = day.morning
    await desk.press(menu(words.money.title))
    await desk.press(link(underpaid.reference))
    await desk.type(main('#reason-return'), 'The bank took a euro less')
    await desk.press(main('form:has(#reason-return) button'))
    expect(await readDone()).toContain(words.audit.actions.returned)
    await waitForRefund(underpaid.orderId)
  })

  test('18: the till is closed', async () => {
    const { desk } = day
    await desk.press(menu(words.till.title))
    await desk.type(main('#counted'), '59')
    await desk.press(button(words.till.close))
    expect(await readDone()).toContain(words.audit.actions['till-closed'])
    expect(await main('.notice').last().innerText()).toContain(words.till.agrees)
  })

  test('21: the books are read', async () => {
    const { desk } = day
    for (const report of ['revenue', 'vat']) {
      await desk.begin()
      await desk.press(menu(words.reports.title))
      await desk.press(main(`a[href*="/reports/${report}"]`))
      expect(await main('table').first().innerText()).toContain('€')
    }
  })

  test('22: a colleague is invited', async () => {
    const { desk } = day
    const email = `colleague.${locale}@example.com`
    await desk.press(menu(words.staff.title))
    await desk.type(main('#name'), 'Chrystalla Example')
    await desk.type(main('#email'), email)
    await desk.tick(main('input[name=role-seller]'))
    await typeCode(desk, main('form:has(#email)'))
    await desk.press(button(words.staff.invite))
    expect(await readDone()).toContain(words.audit.actions.invited)
    await findMail(scene.company, email, { what: 'the invitation', isIt: () => true })
  })

  test('22a: a lost phone opens nothing', async () => {
    const { desk } = day
    await desk.press(menu(words.staff.title))
    const row = main('tr').filter({ hasText: `colleague.${locale}@example.com` })
    await desk.press(row.getByRole('link'))
    await desk.type(main('#reason-suspend'), 'The phone was lost on the bus')
    await typeCode(desk, main('form:has(#reason-suspend)'))
    await desk.press(main('form:has(#reason-suspend) button'))
    expect(await readDone()).toContain(words.audit.actions.suspended)
  })

  test('23: a person is erased', async () => {
    const { desk } = day
    const { cancel } = day.morning
    await desk.find(cancel.reference)
    await desk.press(link(words.booking.acts.person))
    await desk.type(main('#proof-erase'), 'Wrote from the address, named the date')
    await typeCode(desk, main('form:has(#proof-erase)'))
    await desk.press(button(words.booking.person.eraseSubmit))
    expect(await readDone()).toContain(words.audit.actions.erased)
    const { rows } = await sql`
      select from orders where contact_email = ${cancel.email}`.execute(scene.books)
    expect(rows).toEqual([])
  })

  test('24: all that was promised holds', async () => {
    const { desk } = day
    await desk.press(menu(words.checks.title))
    const promises = main('table').first()
    expect(await promises.innerText()).toContain('I1')
    expect(await promises.locator('[data-tone=danger]').count()).toBe(0)
  })

  test('every task was done, and the focus was always seen', () => {
    expect(done).toEqual([...TASKS.keys()])
    expect([...day.desk.flaws, ...day.complaints]).toEqual([])
  })

  /** The task took exactly its presses. */
  function checkPresses(title: string): void {
    const [, number] = /^(\d+a?): /.exec(title) ?? []
    if (!number) return
    expect(day.desk.presses(), 'presses').toBe(TASKS.get(number)?.needed)
    done.push(number)
  }

  /** From Nicosia to the airport today, up to the form with the traveller. */
  async function chooseJourney(desk: Desk): Promise<void> {
    await desk.press(menu(words.sell.title))
    await desk.choose(main('#from'), 'NIC')
    await desk.choose(main('#to'), 'LCA')
    await desk.press(button(words.sell.find))
    await desk.press(main('#outbound a').last())
  }

  /** The sentence of what was done, which has the focus; otherwise the page itself tells why. */
  async function readDone(): Promise<string> {
    const said = main('#just-done:focus')
    await said.waitFor().catch(async () => {
      throw new Error(`nothing was done:\n${await day.desk.page.locator('main').innerText()}`)
    })
    return said.innerText()
  }

  async function waitForRefund(orderId: string): Promise<void> {
    await until('the refund', async () => {
      const { rows } = await sql`
        select from refunds join payments using (payment_id)
        where payable_id = ${orderId} and refunds.state = 'succeeded'`.execute(scene.books)
      return rows.length > 0
    })
  }

  /** The code that a demonstration shows. */
  async function typeCode(desk: Desk, form: Locator): Promise<void> {
    const field = form.locator('[name=code]')
    const hint = desk.page.locator('.field', { has: desk.page.locator('[name=code]') })
    const shown = await form.locator(hint).innerText()
    await desk.type(field, /\d{6}/.exec(shown)?.[0] ?? '')
  }

  async function readHome(): Promise<string> {
    const answer = await fetch(scene.site.url + localePath(locale, '/'))
    return answer.text()
  }
})

type Day = { desk: Desk; morning: Morning; complaints: string[]; end: () => Promise<void> }

/** Signs in by keyboard, as the owner of a demonstration. */
async function beginDay(locale: Locale): Promise<Day> {
  const morning = await passMorning(scene, locale)
  const person = await openPerson(scene.browser, { locale: LANGUAGE[locale], width: 1280 })
  const { page, context, complaints } = person
  const desk = sitDown(page, { site: scene.site.url, locale })
  await page.goto(scene.site.url + localePath(locale, '/office/login'))
  await desk.press(page.locator('button[value=owner]'))
  return { desk, morning, complaints, end: () => context.close() }
}
