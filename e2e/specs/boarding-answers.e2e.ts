import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import {
  countQuestions,
  MOST_QUESTIONS,
  openDoor,
  untilStarted,
  type Bought,
} from '#e2e/support/boarding-door.ts'
import { openScene } from '#e2e/support/scene.ts'
import { until } from '#test/fixtures/until.ts'

/* The presses of a driver: guests of another bus, a party in parts, leaving a stop, the end of the duty. */

const scene = openScene()
const { buyTicket, bringNear, getReady } = openDoor(scene)
const DAY = '2026-12-03'
const OUT = { from: 'NIC', to: 'LCA', date: DAY }
const BACK = { from: 'LCA', to: 'NIC', date: DAY }
const PAPHOS = { from: 'PFO', to: 'NIC', date: DAY }
const OUT_TODAY = { ...OUT, date: '2026-12-02' }

async function enter(page: Page, text: string): Promise<void> {
  await page.locator('#typed').fill(text)
  await page.keyboard.press('Enter')
}

const says = (page: Page, sentence: string | RegExp) =>
  page.locator('#verdict-words', { hasText: sentence }).waitFor()

const answer = (page: Page, text: string | RegExp) =>
  page.locator('#answers button', { hasText: text }).click()

const sure = (page: Page, value: 'yes' | 'no') =>
  page.locator(`#sure button[value="${value}"]`).click()

/** The bus after that of the ticket on the same road, which is empty. */
async function findNext({ departureId }: Bought): Promise<string> {
  const { rows } = await sql<{ departureId: string }>`
    select other.departure_id from departures as own
    join departure_stops as own_call on own_call.departure_id = own.departure_id and own_call.position = 0
    join departures as other using (service_date, route_id)
    join departure_stops as call on call.departure_id = other.departure_id and call.position = 0
    where own.departure_id = ${departureId} and call.stop_id = own_call.stop_id
      and call.departs_at > own_call.departs_at
      and not exists (select from bookings where bookings.departure_id = other.departure_id)
    order by call.departs_at limit 1`.execute(scene.books)
  if (!rows[0]) throw new Error('the last bus of the day')
  return rows[0].departureId
}

async function moveBus(departureId: string, by: string): Promise<void> {
  await sql`
    update departure_stops set departs_at = departs_at + ${by}::interval, arrives_at = arrives_at + ${by}::interval
    where departure_id = ${departureId}`.execute(scene.books)
}

/** People of the ticket aboard a bus, as the office knows. */
async function countAt(departureId: string, { code }: Bought): Promise<number> {
  const { rows } = await sql<{ boarded: number | null }>`
    select sum(boarded)::int as boarded from scans join tickets using (booking_id)
    where code = ${code} and scans.departure_id = ${departureId}`.execute(scene.books)
  return rows[0]?.boarded ?? 0
}

test.each([
  [
    'for a later bus',
    '',
    OUT,
    '5 hours',
    /^For the \d\d:\d\d\. This is the \d\d:\d\d, with \d+ seats free\.$/,
    'Let 2 board',
    '2 boarded.',
  ],
  [
    'who missed the bus before',
    '/el',
    BACK,
    '0',
    /^Έχασε το δρομολόγιο των \d\d:\d\d\. Ισχύει σε αυτό το λεωφορείο, με \d+ ελεύθερες θέσεις\.$/,
    'Επιβίβαση εδώ: 2',
    'Επιβιβάστηκαν: 2.',
  ],
])('people %s are taken along with one press (%s)', async (_who, prefix, ride, by, ...said) => {
  const bought = await buyTicket(ride)
  const next = await findNext(bought)
  await moveBus(bought.departureId, by)
  const { page, context } = await getReady({ ...bought, departureId: next }, prefix)
  const [sentence, press, done] = said
  await enter(page, bought.lastFour)
  await says(page, sentence)
  // Nobody is aboard before the driver says so.
  expect(await page.locator('#verdict').getAttribute('class')).toContain('verdict-ask')
  expect(await page.locator('#bus-count').textContent()).toContain('0/0')
  await answer(page, press)
  await says(page, done)
  expect(await page.locator('#bus-count').textContent()).toContain('2/0')
  await until('both at the office', async () => (await countAt(next, bought)) === 2)
  await context.close()
})

test('a party boards in parts, in Greek', async () => {
  const bought = await buyTicket(PAPHOS)
  const { page, context } = await getReady(bought, '/el')
  await enter(page, bought.code)
  await says(page, 'Επιβίβαση: 2 άτομα.')
  await answer(page, 'Λιγότεροι')
  await says(page, 'Πόσοι από τους 2 επιβιβάζονται;')
  await answer(page, /^1$/)
  await says(page, 'Επιβιβάστηκαν: 1.')
  expect(await page.locator('#bus-count').textContent()).toBe('1/2 μέσα')
  await enter(page, bought.code)
  await says(page, 'Έχει επιβιβαστεί 1. Απομένει 1.')
  await answer(page, 'Επιβίβαση: 1')
  await says(page, 'Επιβιβάστηκαν: 1.')
  await answer(page, 'Αναίρεση: 1')
  await says(page, 'Αναιρέθηκαν: 1.')
  expect(await page.locator('#bus-count').textContent()).toBe('1/2 μέσα')
  await context.close()
})

test('a listed ticket that becomes void is known at the door long before the next list', async () => {
  const bought = await buyTicket(OUT_TODAY)
  const { page, context } = await getReady(bought)
  // The list that follows the choice of a bus has come when the phone asks for news alone.
  await page.waitForResponse((asked) => asked.url().includes('?departure='))
  expect(await page.locator('#bus-count').textContent()).toBe('0/2 aboard')
  await sql`update tickets set replaced_at = now() where code = ${bought.code}`.execute(scene.books)
  const isKnown = async () => (await page.locator('#bus-count').textContent()) === '0/0 aboard'
  const questions = countQuestions(page)
  await until('the new list', isKnown)
  expect(questions()).toBeLessThanOrEqual(MOST_QUESTIONS)
  await enter(page, bought.signedCode)
  await says(page, /^Cancelled on /)
  expect(await page.locator('#verdict').getAttribute('class')).toContain('verdict-stop')
  expect(await page.locator('#answers button').count()).toBe(0)
  await context.close()
})

test('a ticket for another bus that becomes void is known as soon', async () => {
  const [bought, other] = [await buyTicket(PAPHOS), await buyTicket(OUT_TODAY)]
  const { page, context } = await getReady(bought)
  await page.waitForResponse((asked) => asked.url().includes('?departure='))
  await enter(page, other.signedCode)
  await says(page, /^For |^This bus goes to /)
  const voidAt = scene.company.now().toString()
  await sql`update tickets set replaced_at = ${voidAt} where code = ${other.code}`.execute(
    scene.books,
  )
  const isKnown = async () => {
    await enter(page, other.signedCode)
    return (await page.locator('#verdict-words').textContent())?.startsWith('Cancelled on ')
  }
  const questions = countQuestions(page)
  await until('the new list', isKnown)
  expect(questions()).toBeLessThanOrEqual(MOST_QUESTIONS)
  await context.close()
})

test('a driver leaves a stop without a network: the names are asked about, and the office learns later', async () => {
  const bought = await buyTicket(BACK)
  const { departureId } = bought
  await bringNear(bought)
  const { page, context } = await getReady(bought)
  await context.setOffline(true)
  await enter(page, bought.lastFour)
  await answer(page, 'Fewer')
  await answer(page, /^1$/)
  await says(page, '1 boarded.')
  await page.locator('[data-tab="more"]').first().click()
  await page.locator('#leave').click()
  const question = page.locator('#sure-question')
  expect(await question.textContent()).toBe(
    'Not aboard: Anna Example (1). Close boarding at this stop?',
  )
  await sure(page, 'no')
  expect(await page.locator('#done').textContent()).toBe('')
  await page.locator('#leave').click()
  await sure(page, 'yes')
  // It is asked again, since the bus leaves in a quarter of an hour or more; a thumb on its way presses nothing.
  const again = page.locator('#sure-question', {
    hasText: /^It is 1\d min before the scheduled time \(\d\d:\d\d\)\. Passengers .+ Leave now\?$/,
  })
  await again.waitFor()
  expect(await page.locator('#sure button[value="yes"]').isDisabled()).toBe(true)
  await sure(page, 'no')
  expect(await page.locator('#done').textContent()).toBe('')
  await page.locator('#leave').click()
  await sure(page, 'yes')
  await again.waitFor()
  await sure(page, 'yes')
  await page
    .locator('#done', {
      hasText: 'Did not come: Anna Example (1). The office will be told when there is a network.',
    })
    .waitFor()
  const isClosed = async () => {
    const { rows } = await sql`
      select from closed_boardings where departure_id = ${departureId} and position = 0`.execute(
      scene.books,
    )
    return rows.length === 1
  }
  expect(await isClosed()).toBe(false)
  await context.setOffline(false)
  await until('the office knows', isClosed)
  await page
    .locator('#done', { hasText: 'Boarding here is closed. Did not come: Anna Example (1).' })
    .waitFor()
  expect(await countAt(departureId, bought)).toBe(1)
  await context.close()
})

test('at the end of a duty the names leave the phone, once everything is sent', async () => {
  const bought = await buyTicket(PAPHOS)
  const { page, context } = await getReady(bought)
  await page.locator('[data-tab="names"]').first().click()
  await page.locator('#names', { hasText: 'Anna Example' }).waitFor()
  await page.locator('[data-tab="scan"]').click()
  await context.setOffline(true)
  await enter(page, bought.lastFour)
  await says(page, 'Board 2.')
  await page.locator('[data-tab="more"]').first().click()
  await page.locator('#end').click()
  await page
    .locator('#done', { hasText: 'There is no network. 1 scan has to be sent first.' })
    .waitFor()
  await context.setOffline(false)
  await until('both at the office', async () => (await countAt(bought.departureId, bought)) === 2)
  await page.locator('#end').click()
  await sure(page, 'no')
  expect(await page.locator('#bus').isVisible()).toBe(true)
  await page.locator('#end').click()
  await sure(page, 'yes')
  // The page reloads, and only then asks for a list.
  await page.locator('#choose-button').waitFor()
  await untilStarted(page)
  expect(await page.content()).not.toContain('Anna')
  const kept = await page.evaluate(async () => {
    const opening = indexedDB.open('boarding')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const asking = opening.result.transaction('records').objectStore('records').count()
    const keys = opening.result.transaction('keys').objectStore('keys').count('key')
    await new Promise((resolve) => keys.addEventListener('success', resolve))
    return { records: asking.result, keys: keys.result }
  })
  expect(kept).toEqual({ records: 0, keys: 0 })
  await context.close()
})
