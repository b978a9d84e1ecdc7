import { afterAll, beforeAll, expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { underRequestId } from '#platform/requests/request-id.server.ts'
import { openPage } from '#test/fixtures/open-page.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { buyIn, giveUp, type Held } from '#test/simulation/holders.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { ride } from '#test/simulation/travellers.ts'

import { loader } from './document.pdf.ts'

let bank: SimulatedBank
let mine: Held
let theirs: Held
let busy: Held
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
  const bus = await addDeparture({ departsAt: now().add({ hours: 72 }) })
  mine = await buyIn('en', bank, ride(bus, 'A', 'C'))
  theirs = await buyIn('en', bank, ride(bus, 'A', 'C'))
  busy = await buyIn('en', bank, ride(bus, 'A', 'C'))
  await giveUp(mine, { refund: 1700 })
})
afterAll(() => bank.stop())

test('the holder gets the receipt and the credit note, in either language', async () => {
  for (const prefix of ['', '/el']) {
    expect(await open(mine, 'R-000001.pdf', prefix)).toMatchObject({ status: 200 })
    expect(await open(mine, 'C-000001.pdf', prefix)).toMatchObject({ status: 200 })
  }
})

test('no holder gets the documents of another order, whatever number is requested', async () => {
  expect(await open(theirs, 'R-000002.pdf')).toMatchObject({ status: 200 })
  for (const file of ['R-000001.pdf', 'C-000001.pdf', 'R-000004.pdf']) {
    expect(await open(theirs, file)).toMatchObject({ status: 404 })
  }
  for (const file of ['R-000001.pdf', 'R-000002.pdf', 'C-000001.pdf']) {
    expect(await open({ manageId: newAccessToken() }, file)).toMatchObject({ status: 404 })
  }
})

test('an invalid number opens nothing', async () => {
  const files = ['R-000001', 'R-1.pdf', 'r-000001.pdf', 'R-000001.pdf.pdf', 'X-000001.pdf', '.pdf']
  for (const file of [...files, 'R-99999999999999999999.pdf', '%00.pdf', '']) {
    expect(await open(mine, file)).toMatchObject({ status: 404 })
  }
})

test('one document is drawn thirty times a minute, without limiting the documents of others', async () => {
  const statuses: number[] = []
  for (let times = 0; times < 31; times++) {
    const from = `192.0.2.${times}`
    statuses.push((await underRequestId(from, () => open(busy, 'R-000003.pdf'))).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429])
  expect(await open(theirs, 'R-000002.pdf')).toMatchObject({ status: 200 })
})

function open({ manageId }: Pick<Held, 'manageId'>, file: string, prefix = '') {
  const params = { id: manageId, file }
  return openPage(loader, `${prefix}/bookings/x/papers/${file}`, { params })
}
