import { expect, test } from 'vitest'

import { partyOf } from '#modules/fares/passengers.ts'

import { checkParty, placesFor } from './party.ts'

const nobody = partyOf({})

test.each([
  ['an adult alone', { adult: 1 }],
  ['a student with a child', { student: 1, child: 1 }],
  ['a student with an infant', { student: 1, infant: 1 }],
  ['two adults with two infants', { adult: 2, infant: 2 }],
  ['fifteen passengers, infants included', { adult: 10, infant: 5 }],
])('%s may ride', (_who, party) => {
  expect(checkParty({ ...nobody, ...party }, 0)).toEqual({ ok: true })
})

test.each([
  ['a party of none', {}, 'no-passengers'],
  ['a party of sixteen', { adult: 16 }, 'party-too-large'],
  ['a party of sixteen, infants included', { adult: 15, infant: 1 }, 'party-too-large'],
  ['a child alone', { child: 1 }, 'children-need-company'],
  ['an infant alone', { infant: 1 }, 'children-need-company'],
  ['more infants than laps', { adult: 1, infant: 2 }, 'infant-needs-a-lap'],
  ['an infant with a child', { child: 1, infant: 1 }, 'children-need-company'],
])('%s may not ride', (_who, party, reason) => {
  expect(checkParty({ ...nobody, ...party }, 0)).toMatchObject({ ok: false, reason })
})

test('all passengers but infants may use a wheelchair', () => {
  const family = partyOf({ adult: 1, child: 1, infant: 1 })
  expect(checkParty(family, 2)).toEqual({ ok: true })
  expect(checkParty(family, 3)).toMatchObject({ reason: 'too-many-wheelchairs' })
})

test('an infant takes no seat, and a wheelchair user takes a wheelchair space', () => {
  const family = partyOf({ adult: 2, child: 1, infant: 1 })
  expect(placesFor(family, 0)).toEqual({ seats: 3, wheelchairPlaces: 0 })
  expect(placesFor(family, 1)).toEqual({ seats: 2, wheelchairPlaces: 1 })
})
