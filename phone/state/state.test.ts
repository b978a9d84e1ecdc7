import { expect, test } from 'vitest'

import { reduce, STARTING, type Answer, type PhoneEvent, type PhoneState } from './state.ts'

const AT = 1_790_000_000_000
const after = (state: PhoneState, ...events: PhoneEvent[]) =>
  events.reduce((now, event) => reduce(now, event, AT), state)

const bus = { departureId: 'one', calls: [] }
const duty = {
  chosen: 'one',
  mine: [{ departureId: 'one', position: 0 }],
  pack: { departures: [bus], stops: {} },
}
const atBus = after(STARTING, { is: 'kept', duty: duty as never })
const look: Answer = { label: 'Anna', kind: 'secondary', does: 'look', digest: 'a' }
const said = { is: 'said', tone: 'ask', words: 'Which?', party: 'Anna', answers: [look] } as const

test('the same words said twice are another verdict, which is announced as well', () => {
  const once = after(atBus, said)
  const twice = after(once, said)
  expect([once.verdict.words, twice.verdict.words]).toEqual(['Which?', 'Which?'])
  expect(twice.verdict.no).toBe(once.verdict.no + 1)
})

test('a press takes all answers away, and one on an answer of before takes none', () => {
  const asked = after(atBus, said)
  expect(after(asked, { is: 'pressed', answer: look }).verdict).toEqual({
    ...asked.verdict,
    answers: [],
  })
  const next = after(asked, { ...said, answers: [{ ...look }] })
  expect(after(next, { is: 'pressed', answer: look }).verdict).toBe(next.verdict)
})

test('after the duty no name stays in a verdict, nor what became of the last report', () => {
  const full = after(atBus, said, { is: 'reported', done: 'Did not come: Anna.' })
  const over = after(full, { is: 'kept', duty: undefined })
  expect(JSON.stringify(over)).not.toContain('Anna')
  expect(after(over, { is: 'seen' }).verdict).toBe(over.verdict)
})

const change = (by: 1 | -1) => ({ is: 'people-changed', category: 'adult', by }) as const

test('a party at the door has from none to eight of a kind, and begins with one adult again', () => {
  const many = after(atBus, ...Array.from({ length: 40 }, () => change(1)))
  expect(many.sale.people.adult).toBe(8)
  expect(after(atBus, change(-1), change(-1)).sale.people.adult).toBe(0)
  const picture = { dots: 0, path: '' }
  const sold = after(many, { is: 'sold', people: 8, number: '7KQ2M9XA-1', picture })
  expect(sold.sale).toMatchObject({ people: { adult: 1 }, sold: { people: 8 } })
})

test('the sum to give back is said until the next sale begins', () => {
  const undone = after(atBus, { is: 'undone', sum: 'Give back €9' })
  expect(after(undone, { is: 'seen' }).sale.undone).toBe('Give back €9')
  const next = after(undone, { is: 'people-changed', category: 'child', by: 1 })
  expect(next.sale.undone).toBe('')
})

test('a list that is asked for waits until the office has answered', () => {
  const wanted = { stopId: 'LCA', day: '2026-12-03' }
  const asked = after({ ...STARTING, sent: 'no-network' }, { is: 'wanted', wanted })
  expect(asked).toMatchObject({ wanted, sent: 'done', seenAt: AT })
  expect(after(asked, { is: 'answered', sent: 'done', wanted: undefined }).wanted).toBeUndefined()
})
