import { beforeAll, beforeEach, expect, test } from 'vitest'

import { decideDeparture } from '#modules/timetable/decide-departure.server.ts'
import { now } from '#platform/clock.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { addDeparture, addTimetable, forgetDepartures } from '#test/simulation/timetable.ts'

import { writePlace } from './bays.server.ts'
import { listBoard } from './board.server.ts'

const GATE = { words: { en: 'The gate', el: 'Η είσοδος' }, latitude: null, longitude: null }

let leaves: Temporal.Instant
beforeAll(addTimetable)
beforeEach(async () => {
  await forgetDepartures()
  leaves = now().add({ hours: 1 })
})

const addBus = (hours: number) => addDeparture({ departsAt: leaves.add({ hours }) })
const close = (departureId: string, positions: number[]) =>
  inTransaction((tx) => decideDeparture(tx, departureId, { closedStops: positions }))
const move = (departureId: string, position: number) =>
  inTransaction(async (tx) => {
    await writePlace(tx, { departureId, position }, GATE)
    await decideDeparture(tx, departureId, { movedStops: [position] })
  })
const boardOf = (stopId: string, most = 5) => listBoard({ stopId, now: now(), most })

test('a bus has the closed and moved stops of the way ahead, and none behind it', async () => {
  const bus = await addBus(0)
  await close(bus, [2])
  await move(bus, 1)
  const [moved, closed] = [
    { stopId: 'B', movedTo: GATE.words },
    { stopId: 'C', movedTo: null },
  ]
  expect(await boardOf('A')).toMatchObject([
    { departureId: bus, isStopClosed: false, toStopIds: ['B', 'D'], stopNews: [moved, closed] },
  ])
  expect(await boardOf('B')).toMatchObject([{ isStopClosed: false, stopNews: [moved, closed] }])
  expect(await boardOf('C')).toMatchObject([{ isStopClosed: true, stopNews: [closed] }])
  const usual = await addBus(1)
  const [, second] = await boardOf('A')
  expect(second).toMatchObject({ departureId: usual, isStopClosed: false, stopNews: [] })
})

test('buses that pass a closed stop are listed between the others, and take no place of theirs', async () => {
  const buses = await Promise.all([0, 1, 2, 3, 4, 5].map(addBus))
  for (const place of [0, 2, 5]) await close(buses[place] ?? '', [0])
  const listed = (await boardOf('A', 3)).map(({ departureId }) => buses.indexOf(departureId))
  expect(listed).toEqual([0, 1, 2, 3, 4])
})

test('a closed stop fills a board with at most as many buses again', async () => {
  const buses = await Promise.all([0, 1, 2, 3].map(addBus))
  for (const bus of buses) await close(bus, [0])
  expect(await boardOf('A', 3)).toHaveLength(3)
})
