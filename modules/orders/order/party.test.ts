import { expect, test } from 'vitest'

import { partyOf } from '#modules/fares/passengers.ts'

import { checkParty, placesFor } from './party.ts'

const nobody = partyOf({})

test.each([
  ['an adult alone', { adult: 1 }],
  ['a student with a child', { student: 1, child: 1 }],
  ['a student with an infant', { student: 1, infant: 1 }],
  ['two adults with two infants', { adult: 2, infant: 2 }],
  ['fifteen, infants counted', { adult: 10, infant: 5 }],
])('%s may ride', (_who, party) => {
  expect(checkParty({ ...nobody, ...party }, 0)).toEqual({ ok: true })
})

test.each([
  ['nobody', {}, 'no-passengers'],
  ['sixteen', { adult: 16 }, 'party-too-large'],
  ['sixteen, infants counted', { adult: 15, infant: 1 }, 'party-too-large'],
  ['a child alone', { child: 1 }, 'children-need-company'],
  ['an infant alone', { infant: 1 }, 'children-need-company'],
  ['an infant too many for the laps', { adult: 1, infant: 2 }, 'infant-needs-a-lap'],
  ['an infant with a child', { child: 1, infant: 1 }, 'children-need-company'],
])('%s may not', (_who, party, reason) => {
  expect(checkParty({ ...nobody, ...party }, 0)).toMatchObject({ ok: false, reason })
})

test('everybody but an infant may be in a wheelchair', () => {
  const family = partyOf({ adult: 1, child: 1, infant: 1 })
  expect(checkParty(family, 2)).toEqual({ ok: true })
  expect(checkParty(family, 3)).toMatchObject({ reason: 'too-many-wheelchairs' })
})

test('an infant takes no seat, and a wheelchair user a place of its own', () => {
  const family = partyOf({ adult: 2, child: 1, infant: 1 })
  expect(placesFor(family, 0)).toEqual({ seats: 3, wheelchairPlaces: 0 })
  expect(placesFor(family, 1)).toEqual({ seats: 2, wheelchairPlaces: 1 })
})
