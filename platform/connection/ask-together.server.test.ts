import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { askTogether, askTogetherByKey } from './ask-together.server.ts'

/** Questions that are answered when the test says so, each with its number. */
function openDesk() {
  const asked: { all: readonly string[]; answer: PromiseWithResolvers<number> }[] = []
  const ask = (all: readonly string[]) => {
    const answer = Promise.withResolvers<number>()
    asked.push({ all, answer })
    return answer.promise
  }
  const reply = async () => {
    asked.at(-1)?.answer.resolve(asked.length)
    for (let turns = 0; turns < 5; turns++) await nextTurn()
  }
  return { ask, reply, asked: () => asked.map(({ all }) => all) }
}

test('callers who ask while a question is under way are answered by the next', async () => {
  const desk = openDesk()
  const ask = askTogether(desk.ask)
  const first = [ask('a'), ask('b')]
  await desk.reply()
  const late = [ask('c'), ask('d')]
  expect(desk.asked()).toEqual([['a', 'b']])
  await desk.reply()
  await desk.reply()
  expect(await Promise.all([...first, ...late])).toEqual([1, 1, 2, 2])
  expect(desk.asked()).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('a fault reaches only those who asked that question', async () => {
  let questions = 0
  const ask = askTogether(async () => {
    questions += 1
    if (questions === 1) throw new Error('away')
    return questions
  })
  await expect(ask('a')).rejects.toThrow('away')
  expect(await ask('b')).toBe(2)
})

test('after an answer that asks for rest, others wait for the end of it, and are then answered together', async () => {
  const desk = openDesk()
  const longest = 2 ** 31 - 1
  const rests = [1, longest]
  const ask = askTogetherByKey(desk.ask, () => rests.shift() ?? 0)
  const first = ask('bus', 'a')
  await nextTurn()
  await desk.reply()
  expect(await first).toBe(1)
  const second = [ask('bus', 'b'), ask('bus', 'c')]
  while (desk.asked().length === 1) await nextTurn()
  await desk.reply()
  expect(await Promise.all(second)).toEqual([2, 2])
  void ask('bus', 'd')
  const elsewhere = ask('another bus', 'e')
  await nextTurn()
  await desk.reply()
  expect(await elsewhere).toBe(3)
  expect(desk.asked()).toEqual([['a'], ['b', 'c'], ['e']])
})
