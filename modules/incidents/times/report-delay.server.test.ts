import { beforeEach, expect, test } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { makeCalendar } from '#modules/documents/calendar.ts'
import { partyOf } from '#modules/fares/passengers.ts'
import {
  cancelDeparture,
  tellHolders,
} from '#modules/incidents/departures/cancel-departure.server.ts'
import { reviveDeparture } from '#modules/incidents/departures/revive-departure.server.ts'
import { sendMessage } from '#modules/incidents/office/send-message.server.ts'
import { SEND_MAIL } from '#modules/mail/outbox.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { FEE_PER_REFUND } from '#modules/rules/rules.ts'
import { countEntries } from '#platform/audit.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { buyIn, giveUp } from '#test/simulation/holders.ts'
import { listJobs, sendMailNow } from '#test/simulation/jobs.ts'
import { openLetterSimulation, post } from '#test/simulation/letters.ts'
import { FARE_PER_LEG } from '#test/simulation/timetable.ts'
import { ride } from '#test/simulation/travellers.ts'

import { reportDelay } from './report-delay.server.ts'
import { tellNews } from './tell-news.server.ts'

const simulation = openLetterSimulation()
beforeEach(() => shiftClock({ seconds: 1 }))

const decision = () => ({ departureId: simulation.bus, by: ADMIN, now: now() })
const late = (minutes: number, fromPosition = 0) =>
  reportDelay({ ...decision(), minutes, fromPosition })

function buySeat(from: 'A' | 'B' = 'A', locale: 'en' | 'el' = 'en') {
  return buyIn(locale, simulation.bank, ride(simulation.bus, from, 'C'))
}

/** The subjects of the mails that are sent now, without those of the purchase. */
async function subjects(order: Awaited<ReturnType<typeof buySeat>>): Promise<string[]> {
  shiftClock({ seconds: 1 })
  await tellNews(now())
  await tellNews(now())
  const posted = await post(order)
  return posted.flatMap(({ kind, mail }) => (kind === 'confirmation' ? [] : [mail.subject ?? '']))
}

const time = (minutes: number) =>
  simulation.leaves
    .add({ minutes })
    .toZonedDateTimeISO('Asia/Nicosia')
    .toPlainTime()
    .toString()
    .slice(0, 5)

test('holders are told of ten minutes, of ten more, and of every correction, once each', async () => {
  const order = await buySeat()
  const title = 'Almond Square to Cape Airport'
  await late(9)
  expect(await subjects(order)).toEqual([])
  await late(10)
  expect(await subjects(order)).toEqual([`Your bus is running late: ${title}, now ${time(10)}`])
  await late(19)
  expect(await subjects(order)).toEqual([])
  await late(20)
  expect(await subjects(order)).toEqual([`Your bus is running late: ${title}, now ${time(20)}`])
  await late(5)
  expect(await subjects(order)).toEqual([`New time for your bus: ${title}, ${time(5)}`])
  await late(0)
  expect(await subjects(order)).toEqual([`Your bus is on time again: ${title}, ${time(0)}`])
})

test('only those who board from that stop on are told, and a correction only those who were told', async () => {
  const [first, second] = [await buySeat('A'), await buySeat('B', 'el')]
  await late(30, 1)
  expect(await subjects(first)).toEqual([])
  expect(await subjects(second)).toMatchObject([expect.stringContaining('Καθυστέρηση')])
  await late(0)
  expect(await subjects(first)).toEqual([])
  expect(await subjects(second)).toMatchObject([expect.stringContaining('πάλι στην ώρα του')])
})

test('a correction that overtakes its mail leaves nobody with a wrong time', async () => {
  const order = await buySeat()
  await late(40)
  await tellNews(now())
  await late(0)
  expect(await subjects(order)).toEqual([])
})

const kindsOf = async (order: Awaited<ReturnType<typeof buySeat>>) =>
  (await post(order)).map(({ kind }) => kind)
/** Ends the mails about delays as the mail server would after its last try. */
const endWaiting = (state: 'refused' | 'parked') =>
  db
    .updateTable('mails')
    .set({ state })
    .where('state', '=', 'queued')
    .where('delayNo', 'is not', null)
    .execute()

test.each(['refused', 'parked'] as const)('a mail that was %s told nobody', async (state) => {
  const order = await buySeat()
  await late(20)
  await tellNews(now())
  await endWaiting(state)
  shiftClock({ minutes: 16 })
  expect(await subjects(order)).toEqual([])
  const { provider } = simulation.bank
  expect(await checkInvariants(db, { now: now(), bank: provider })).toEqual([])
  await late(0)
  shiftClock({ minutes: 16 })
  expect(await subjects(order)).toEqual([])
  expect(await checkInvariants(db, { now: now(), bank: provider })).toEqual([])
  await db.deleteFrom('mails').where('state', '=', state).execute()
})

const listDelayMails = (orderId: string) =>
  db
    .selectFrom('mails')
    .select(['mailId', 'state'])
    .where('orderId', '=', orderId)
    .where('delayNo', 'is not', null)
    .orderBy('attemptNo')
    .execute()

test('a mail that was given up while a correction waited leaves nothing to tell', async () => {
  const order = await buySeat()
  await late(20)
  await tellNews(now())
  await late(0)
  await tellNews(now())
  const [first] = await listDelayMails(order.orderId)
  await db
    .updateTable('mails')
    .set({ state: 'parked' })
    .where('mailId', '=', first?.mailId ?? '')
    .execute()
  expect(await subjects(order)).toEqual([])
  expect(await subjects(order)).toEqual([])
  await db.deleteFrom('mails').where('state', '=', 'parked').execute()
})

test('a correction that was needless only while a mail was on its way is sent after all', async () => {
  const order = await buySeat()
  await late(20)
  await tellNews(now())
  await late(0)
  await tellNews(now())
  const [first, correction] = await listDelayMails(order.orderId)
  await sendMailNow(correction?.mailId ?? '')
  expect(await listDelayMails(order.orderId)).toMatchObject([
    { state: 'queued' },
    { state: 'needless' },
  ])
  // It waits for the first one, and is not written again until that is sent.
  await tellNews(now())
  expect((await listDelayMails(order.orderId))[1]).toMatchObject({ state: 'needless' })
  await db
    .updateTable('mails')
    .set({ state: 'sent', sentAt: now() })
    .where('mailId', '=', first?.mailId ?? '')
    .execute()
  expect(await subjects(order)).toMatchObject([expect.stringContaining('on time again')])
  expect(await subjects(order)).toEqual([])
})

test('a delay is told after all once its cancelled bus runs again', async () => {
  const order = await buySeat()
  await late(20)
  await tellNews(now())
  await cancelDeparture({ ...decision(), reason: 'no driver' })
  await tellHolders(now())
  expect(await kindsOf(order)).toEqual(['confirmation', 'departure-cancelled'])
  shiftClock({ seconds: 1 })
  await reviveDeparture(decision())
  await tellHolders(now())
  const jobs = (await listJobs([SEND_MAIL.name])).length
  await tellNews(now())
  expect((await listJobs([SEND_MAIL.name])).length).toBe(jobs + 1)
  expect(await kindsOf(order)).toEqual(['running-late', 'runs-after-all'])
  expect(await subjects(order)).toEqual([])
})

test('a buyer who saw a delay on the pages is told when the bus is on time again', async () => {
  await late(20)
  shiftClock({ seconds: 1 })
  const order = await buySeat()
  expect(await subjects(order)).toEqual([])
  await late(0)
  expect(await subjects(order)).toMatchObject([expect.stringContaining('on time again')])
})

test('nobody is told after the bus has left, as late as it was', async () => {
  const order = await buySeat()
  const onRoad = { ...decision(), fromPosition: 0, minutes: 15 }
  await reportDelay({ ...onRoad, now: simulation.leaves })
  await tellNews(simulation.leaves.add({ minutes: 15, seconds: 1 }))
  expect(await post(order)).toMatchObject([{ kind: 'confirmation' }])
})

test('ticket and calendar say the same figure, and planned times stay as they were', async () => {
  const { orderId } = await buySeat()
  await late(25)
  const [ticket] = await listTickets(orderId, 'en', now())
  expect(ticket).toMatchObject({ delayMinutes: 25, departsAt: simulation.leaves })
  const calendar = makeCalendar(ticket ? [ticket] : []).replaceAll(/\r\n /g, '')
  expect(calendar).toContain(`about 25 minutes late. We expect it to leave at ${time(25)}.`)
})

test('a report is refused that says nothing new, or is about no stop or no running bus', async () => {
  expect(await late(20)).toEqual({ ok: true })
  expect(await late(20)).toMatchObject({ reason: 'reported-already', minutes: 20 })
  expect(await late(20, 2)).toMatchObject({ reason: 'reported-already' })
  expect(await late(5, 3)).toMatchObject({ reason: 'no-such-stop' })
  expect(await late(5, 7)).toMatchObject({ reason: 'no-such-stop' })
  const over = simulation.leaves.add({ hours: 26 })
  expect(
    await reportDelay({ ...decision(), minutes: 5, fromPosition: 0, now: over }),
  ).toMatchObject({ reason: 'journey-over' })
  await cancelDeparture({ ...decision(), reason: 'no driver' })
  expect(await late(30)).toMatchObject({ reason: 'not-running' })
})

test('two dispatchers report at once: the second hears what the first did', async () => {
  const seen = await countEntries(`departure:${simulation.bus}`)
  const report = (minutes: number) => reportDelay({ ...decision(), fromPosition: 0, minutes, seen })
  const outcomes = await Promise.all([report(10), report(20)])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
    reason: 'changed-meanwhile',
    entries: [{ actor: 'admin:maria', action: 'late' }],
  })
})

test('a message goes to everybody, or to one stop, once for each booking', async () => {
  const [first, second] = [await buySeat('A'), await buySeat('B', 'el')]
  const words = { en: 'Please have your ticket ready.', el: 'Έχετε έτοιμο το εισιτήριό σας.' }
  expect(await sendMessage({ ...decision(), position: null, words })).toEqual({
    ok: true,
    bookings: 2,
  })
  expect(await subjects(first)).toMatchObject([expect.stringContaining('About your bus')])
  expect(await subjects(second)).toMatchObject([expect.stringContaining('Για το λεωφορείο σας')])
  expect(await sendMessage({ ...decision(), position: 1, words })).toMatchObject({ bookings: 1 })
  shiftClock({ seconds: 1 })
  const later = await buySeat('B')
  expect(await subjects(first)).toEqual([])
  expect(await subjects(second)).toHaveLength(1)
  expect(await subjects(later)).toEqual([])
})

test('those who stay when a part is given up hear neither the delay nor the message again', async () => {
  const order = await buyIn('en', simulation.bank, ride(simulation.bus, 'A', 'C', { adult: 2 }))
  const words = { en: 'Please have your ticket ready.', el: 'Έχετε έτοιμο το εισιτήριό σας.' }
  await late(15)
  await sendMessage({ ...decision(), position: null, words })
  expect(await subjects(order)).toHaveLength(2)
  await giveUp(order, {
    refund: 2 * FARE_PER_LEG.adult - FEE_PER_REFUND,
    staying: partyOf({ adult: 1 }),
  })
  expect(await subjects(order)).toEqual([expect.stringContaining('cancelled')])
  await late(30)
  expect(await subjects(order)).toEqual([expect.stringContaining('running late')])
})

test('a delay and a message whose letters wait when a part is given up are told to those who stay, once', async () => {
  const order = await buyIn('en', simulation.bank, ride(simulation.bus, 'A', 'C', { adult: 2 }))
  const words = { en: 'Please have your ticket ready.', el: 'Έχετε έτοιμο το εισιτήριό σας.' }
  const ask = () => checkInvariants(db, { now: now(), bank: simulation.bank.provider })
  await late(40)
  await sendMessage({ ...decision(), position: null, words })
  await tellNews(now())
  shiftClock({ minutes: 16 })
  await giveUp(order, {
    refund: 2 * FARE_PER_LEG.adult - FEE_PER_REFUND,
    staying: partyOf({ adult: 1 }),
  })
  expect((await ask()).filter((breach) => breach.startsWith('I17'))).toEqual([])
  shiftClock({ minutes: 16 })
  expect((await ask()).filter((breach) => breach.startsWith('I17'))).toHaveLength(1)
  expect((await subjects(order)).toSorted()).toEqual([
    expect.stringContaining('About your bus'),
    expect.stringContaining('cancelled'),
    expect.stringContaining('running late'),
  ])
  expect(await subjects(order)).toEqual([])
  expect((await ask()).filter((breach) => breach.startsWith('I17'))).toEqual([])
})

test('a message is refused in one language alone, without anybody to read it, or if it is a book', async () => {
  const words = { en: 'Hello', el: 'Γεια σας' }
  const send = (change: object) => sendMessage({ ...decision(), position: null, words, ...change })
  expect(await send({})).toMatchObject({ reason: 'nobody-to-tell' })
  await buySeat('A')
  expect(await send({ position: 1 })).toMatchObject({ reason: 'nobody-to-tell' })
  expect(await send({ position: 9 })).toMatchObject({ reason: 'no-such-stop' })
  expect(await send({ words: { ...words, el: ' ' } })).toMatchObject({
    reason: 'language-missing',
    locale: 'el',
  })
  expect(await send({ words: { ...words, en: 'a'.repeat(451) } })).toMatchObject({
    reason: 'message-too-long',
  })
})

test('a cancelled bus runs after all, is cancelled again, and its holders are told each time', async () => {
  const order = await buySeat()
  const kinds = async () => {
    shiftClock({ seconds: 1 })
    await tellHolders(now())
    await tellHolders(now())
    return (await post(order)).map(({ kind }) => kind).filter((kind) => kind !== 'confirmation')
  }
  await cancelDeparture({ ...decision(), reason: 'no driver' })
  expect(await kinds()).toEqual(['departure-cancelled'])
  expect(await reviveDeparture(decision())).toEqual({ ok: true, staying: 1, moved: 0 })
  expect(await kinds()).toEqual(['runs-after-all'])
  await cancelDeparture({ ...decision(), reason: 'no driver after all' })
  expect(await kinds()).toEqual(['departure-cancelled'])
})

test('nobody hears of a cancellation that was taken back before its mail went out', async () => {
  const order = await buySeat()
  await cancelDeparture({ ...decision(), reason: 'wrong bus' })
  await tellHolders(now())
  shiftClock({ seconds: 1 })
  await reviveDeparture(decision())
  await tellHolders(now())
  expect((await post(order)).map(({ kind }) => kind)).toEqual(['confirmation'])
  expect(
    await db.selectFrom('mails').select('mailId').where('state', '=', 'queued').execute(),
  ).toEqual([])
})
