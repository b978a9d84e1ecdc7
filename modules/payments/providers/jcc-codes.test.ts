import { describe, expect, test } from 'vitest'

import { cardOf, declineOf, refundStateOf, statusOf } from './jcc-codes.ts'

/* The tables of JCC's codes. */

describe('the status of an order', () => {
  test.each([
    [0, '', 0, 'open'],
    [0, '-100', 0, 'open'],
    [0, '0', 0, 'open'],
    [0, '116', 0, 'open'],
    [0, '151019', 0, 'processing'],
    [0, '-30001', 0, 'processing'],
    [0, 'AE', 0, 'processing'],
    [0, '00', 0, 'open'],
    [0, '-2007', 0, 'expired'],
    [0, '-2014', 0, 'expired'],
    [1, '0', 0, 'processing'],
    [2, '0', 0, 'paid'],
    [2, '0', 100, 'paid'],
    [3, '0', 0, 'cancelled'],
    [4, '0', 100, 'paid'],
    [4, '0', 0, 'paid'],
    [5, '-100', 0, 'processing'],
    [6, '116', 0, 'declined'],
    [6, '-2007', 0, 'expired'],
    [6, '-2014', 0, 'expired'],
    [6, '-2009', 0, 'expired'],
    [6, '151019', 0, 'processing'],
    [6, '-30001', 0, 'processing'],
    [6, '-100', 0, 'declined'],
    [7, '0', 0, 'processing'],
    [7, '0', 100, 'paid'],
    [8, '0', 0, 'processing'],
    [9, '0', 0, undefined],
    [undefined, '0', 0, undefined],
  ])(
    'status %s with code "%s" and %i refunded is %s',
    (orderStatus, actionCode, refunded, status) => {
      expect(statusOf({ orderStatus, actionCode, refunded })).toBe(status)
    },
  )
})

describe('the reason for a declined card', () => {
  test.each([
    ['', null],
    ['0', null],
    ['000', null],
    ['00', null],
    ['AE', null],
    ['-100', null],
    ['151019', null],
    ['-30001', null],
    ['-2007', 'timeout'],
    ['-2025', 'authentication-failed'],
    ['1', 'authentication-failed'],
    ['01', 'try-other-card'],
    ['04', 'lost-or-stolen'],
    ['05', 'try-other-card'],
    ['96', 'issuer-unavailable'],
    ['1114', 'try-other-card'],
    ['-20010', 'limit-exceeded'],
    ['51', 'insufficient-funds'],
    ['116', 'insufficient-funds'],
    ['101', 'card-expired'],
    ['14', 'bad-card-number'],
    ['71015', 'bad-cvc'],
    ['43', 'lost-or-stolen'],
    ['151018', 'issuer-unavailable'],
    ['F1', 'fraud-suspected'],
    ['5', 'try-other-card'],
    ['77777', 'unknown'],
  ])('code "%s" is %s', (code, reason) => {
    expect(declineOf(code)).toBe(reason)
  })
})

test.each([
  ['', 'succeeded'],
  ['0', 'succeeded'],
  ['000', 'succeeded'],
  ['00', 'succeeded'],
  ['1120', 'pending'],
  ['151019', 'pending'],
  ['998', 'pending'],
  ['68', 'pending'],
  ['90', 'pending'],
  ['AE', 'pending'],
  ['5', 'failed'],
  ['05', 'failed'],
])('a refund with code "%s" is %s', (code, state) => {
  expect(refundStateOf(code)).toBe(state)
})

test.each([
  ['411111**1111', 'VISA', { brand: 'Visa', last4: '1111' }],
  ['411111**1111', undefined, { brand: 'Visa', last4: '1111' }],
  ['555555**5599', undefined, { brand: 'Mastercard', last4: '5599' }],
  ['222300**0007', 'MASTERCARD', { brand: 'Mastercard', last4: '0007' }],
  ['601100**1117', 'DISCOVER', { brand: 'Card', last4: '1117' }],
  ['****', 'VISA', null],
])('from %s (%s) only four digits and the brand are kept', (masked, system, card) => {
  expect(cardOf(masked, system)).toEqual(card)
})
