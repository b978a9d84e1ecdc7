import { expect, test } from 'vitest'

import { readQuery, writeQuery } from './book-now-query.ts'

const today = Temporal.PlainDate.from('2026-11-20')
const id = '0a2a3333-0000-4000-8000-000000000001'

test('an address without anything asks for one adult, one way, today', () => {
  const { query, problems } = read('')
  expect(problems).toEqual([])
  expect(query).toMatchObject({ from: '', time: null, trip: 'one-way', wheelchairUsers: 0 })
  expect(query.passengers).toEqual({ adult: 1, child: 0, student: 0, infant: 0 })
  expect(query.date.equals(today)).toBe(true)
})

test('what is asked for is written in one form, and read back the same', () => {
  const search =
    'from=LCA&to=NIC&date=2027-07-15&time=08%3A30&trip=return&return-date=2027-07-18&adults=2' +
    `&children=1&infants=1&wheelchairs=1&departure=${id}&from-stop=LCA&to-stop=NIC`
  expect(writeQuery(read(search).query).toString()).toBe(search)
})

test('a plain count from the search box means that many adults', () => {
  expect(read('passengers=4').query.passengers).toMatchObject({ adult: 4, child: 0 })
  expect(read('passengers=4&adults=1&children=1').query.passengers).toMatchObject({ adult: 4 })
})

test('a plain count that is the sum of the categories leaves them as they are', () => {
  const { passengers } = read('passengers=3&adults=1&children=1&students=1').query
  expect(passengers).toEqual({ adult: 1, child: 1, student: 1, infant: 0 })
})

test('fifteen travel together, sixteen are told to call', () => {
  expect(read('adults=15').problems).toEqual([])
  expect(read('adults=16')).toMatchObject({
    query: { passengers: { adult: 1 } },
    problems: [{ about: 'passengers', refusal: { reason: 'party-too-large', most: 15 } }],
  })
})

test('a child alone is told so, and kept', () => {
  expect(read('children=1')).toMatchObject({
    query: { passengers: { adult: 0, child: 1 } },
    problems: [{ about: 'passengers', refusal: { reason: 'children-need-company' } }],
  })
})

test.each([
  ['date', '2026-02-30'],
  ['date', '20/11/2026'],
  ['date', '9999-12-31'],
  ['time', '24:00'],
  ['time', '8'],
  ['trip', 'round'],
  ['return-date', 'later'],
  ['wheelchairs', '-1'],
  ['departure', '42'],
])('%s=%s is left out, and told', (field, given) => {
  const { query, problems } = read(`from=LCA&${field}=${given}`)
  expect(problems).toEqual([{ about: field, problem: 'unreadable', given }])
  expect(query.from).toBe('LCA')
  expect(query.date.equals(today)).toBe(true)
})

test.each(['x', '-1', '1.5', '1e3', '9999'])('%s adults are one adult, and told', (given) => {
  const { query, problems } = read(`adults=${given}`)
  expect(problems).toEqual([{ about: 'passengers', problem: 'unreadable', given }])
  expect(query.passengers.adult).toBe(1)
})

test('nobody comes back before going: the return is on the same day, and that is told', () => {
  const { query, problems } = read('trip=return&date=2026-12-02&return-date=2026-12-01')
  expect(query.returnDate.toString()).toBe('2026-12-02')
  expect(problems).toEqual([{ about: 'return-date', problem: 'return-too-early' }])
  expect(read('date=2026-12-02&return-date=2026-12-01').problems).toEqual([])
})

test('a stop with a character that no database takes is no stop', () => {
  const { query, problems } = read(`departure=${id}&from-stop=L%00CA`)
  expect(query.outbound).toBeNull()
  expect(problems).toMatchObject([{ about: 'departure' }])
})

test('of what cannot be read not more than sixty characters are repeated', () => {
  const [problem] = read(`date=${'9'.repeat(500)}`).problems
  expect(problem).toMatchObject({ given: '9'.repeat(60) })
})

function read(search: string) {
  return readQuery(new URLSearchParams(search), today)
}
