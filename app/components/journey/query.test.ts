import { expect, test } from 'vitest'

import { isRefused, readQuery, writeQuery } from './query.ts'

const today = Temporal.PlainDate.from('2026-11-20')
const id = '0a2a3333-0000-4000-8000-000000000001'

test('an empty query means one adult, one way, today', () => {
  const { query, problems } = read('')
  expect(problems).toEqual([])
  expect(query).toMatchObject({ from: '', time: null, trip: 'one-way', wheelchairUsers: 0 })
  expect(query.passengers).toEqual({ adult: 1, child: 0, student: 0, infant: 0 })
  expect(query.date.equals(today)).toBe(true)
})

test('a query is written in one canonical form, and read back unchanged', () => {
  const search =
    'from=LCA&to=NIC&date=2027-07-15&time=08%3A30&trip=return&return-date=2027-07-18&adults=2' +
    `&children=1&infants=1&wheelchairs=1&departure=${id}&from-stop=LCA&to-stop=NIC`
  expect(writeQuery(read(search).query).toString()).toBe(search)
})

test('a plain count from the search box means that number of adults', () => {
  expect(read('passengers=4').query.passengers).toMatchObject({ adult: 4, child: 0 })
  expect(read('passengers=4&adults=1&children=1').query.passengers).toMatchObject({ adult: 4 })
})

test('a plain count equal to the sum of the categories changes nothing', () => {
  const { passengers } = read('passengers=3&adults=1&children=1&students=1').query
  expect(passengers).toEqual({ adult: 1, child: 1, student: 1, infant: 0 })
})

test('fifteen may travel together, sixteen are asked to call', () => {
  expect(read('adults=15').problems).toEqual([])
  expect(read('adults=16')).toMatchObject({
    query: { passengers: { adult: 16 } },
    problems: [{ about: 'passengers', refusal: { reason: 'party-too-large', most: 15 } }],
  })
})

test('every mistake of an address is named, also two about the party', () => {
  const { problems } = read('adults=99&infants=-3&date=2026-02-31')
  expect(problems).toMatchObject([
    { about: 'date', given: '2026-02-31' },
    { about: 'passengers', given: '-3' },
    { about: 'passengers', refusal: { reason: 'party-too-large' } },
  ])
  expect(read('adults=zero&children=1').problems).toHaveLength(1)
})

test('a child travelling alone is kept in the form, with a remark', () => {
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
  ['wheelchairs', '-1'],
  ['departure', '42'],
])('%s=%s is left out, with a remark', (field, given) => {
  const { query, problems } = read(`from=LCA&${field}=${given}`)
  expect(problems).toEqual([{ about: field, problem: 'unreadable', given }])
  expect(query.from).toBe('LCA')
  expect(query.date.equals(today)).toBe(true)
})

test('an unreadable return date gets a remark, and is asked for again', () => {
  const { query, problems } = read('trip=return&return-date=later')
  expect(problems).toEqual([{ about: 'return-date', problem: 'unreadable', given: 'later' }])
  expect(query.returnDate).toBeNull()
})

test.each(['x', '-1', '1.5', '1e3', '9999'])(
  '%s adults become one adult, with a remark',
  (given) => {
    const { query, problems } = read(`adults=${given}`)
    expect(problems).toEqual([{ about: 'passengers', problem: 'unreadable', given }])
    expect(query.passengers.adult).toBe(1)
  },
)

test('a return before the outbound date is kept as typed and asked for again', () => {
  const { query, problems } = read('trip=return&date=2026-12-02&return-date=2026-12-01')
  expect(query.returnDate?.toString()).toBe('2026-12-01')
  expect(problems).toEqual([{ about: 'return-date', problem: 'return-too-early' }])
  expect(read('date=2026-12-02&return-date=2026-12-01').problems).toEqual([])
  expect(read('trip=return&date=2026-12-02&return-date=2026-12-02').problems).toEqual([])
})

test.each(['', '&return-date=', '&return-date=+'])(
  'a return without a date ("%s") is asked for, never guessed',
  (given) => {
    const { query, problems } = read(`trip=return&date=2026-12-02${given}`)
    expect(query.returnDate).toBeNull()
    expect(problems).toEqual([{ about: 'return-date', problem: 'return-missing' }])
    expect(problems.every(isRefused)).toBe(true)
    expect(writeQuery(query).toString()).toBe('date=2026-12-02&trip=return')
  },
)

test('a time from a departure board names a departure and the point at which the list opens', () => {
  const { query, problems } = read('from=LCA&to=NIC&date=2026-12-02&departure=15:30')
  expect(problems).toEqual([])
  expect(query.outbound).toBeNull()
  expect([query.outboundAt, query.time].map(String)).toEqual(['15:30:00', '15:30:00'])
  expect(read(writeQuery(query).toString()).query).toEqual(query)
  expect(read('departure=25:30').problems).toMatchObject([{ about: 'departure' }])
})

test('one adult is the default, and a party of nobody is refused', () => {
  expect(writeQuery(read('adults=1&children=0').query).has('adults')).toBe(false)
  expect(writeQuery(read('adults=1&children=1').query).toString()).toContain('adults=1&children=1')
  expect(writeQuery(read('students=1').query).get('adults')).toBe('0')
  for (const nobody of ['adults=', 'adults=0', 'adults=&children=&students=&infants=']) {
    expect(read(nobody).problems).toMatchObject([{ refusal: { reason: 'no-passengers' } }])
  }
})

test.each([
  ['adults=1&infants=1', 'adults=1&infants=2', 'infant-needs-a-lap'],
  ['students=1&infants=1', 'students=1&infants=2', 'infant-needs-a-lap'],
  ['adults=1&children=14', 'adults=1&children=15', 'party-too-large'],
  ['students=1&children=1', 'children=1', 'children-need-company'],
  ['adults=1&infants=1', 'infants=1', 'children-need-company'],
  ['adults=1&infants=1&wheelchairs=1', 'adults=1&infants=1&wheelchairs=2', 'too-many-wheelchairs'],
])('%s may travel together; %s is asked again as typed: %s', (allowed, refused, reason) => {
  expect(read(allowed).problems).toEqual([])
  const { query, problems } = read(refused)
  expect(problems).toMatchObject([{ about: 'passengers', refusal: { reason } }])
  expect(problems.every(isRefused)).toBe(true)
  const kept = writeQuery(query)
  const typed = [...new URLSearchParams(refused)]
  expect(typed.map(([name]) => [name, kept.get(name)])).toEqual(typed)
})

test('a stop id with a control character is not a stop', () => {
  const { query, problems } = read(`departure=${id}&from-stop=L%00CA`)
  expect(query.outbound).toBeNull()
  expect(problems).toMatchObject([{ about: 'departure' }])
})

test('at most sixty characters of unreadable input are echoed', () => {
  const [problem] = read(`date=${'9'.repeat(500)}`).problems
  expect(problem).toMatchObject({ given: '9'.repeat(60) })
})

function read(search: string) {
  return readQuery(new URLSearchParams(search), today)
}
