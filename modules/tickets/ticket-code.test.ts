import * as fc from 'fast-check'
import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'

import { qrPath } from '#modules/documents/qr.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { SAMPLE_KEY, SAMPLE_SIGNER } from '#test/fixtures/sample-ticket-key.ts'

import { fromBase45, toBase45 } from './base45.ts'
import { readTicketCode, type TicketKey } from './read-ticket-code.ts'
import { writeSignedCode } from './ticket-code.ts'
import { departureMark, type TicketFacts } from './ticket-facts.ts'

const FACTS: TicketFacts = {
  code: newAccessToken(),
  departure: departureMark('0a1b2c3d-4e5f-8061-8283-0000000000ff'),
  departsAt: Date.UTC(2026, 11, 24, 13, 30),
  issuedAt: Date.UTC(2026, 11, 2, 7, 0, 59),
  from: 2,
  to: 5,
  people: 4,
  seats: 2,
  wheelchairs: 1,
  missed: false,
  demonstration: true,
}
const STRANGE = { is: 'strange' }
const UNSIGNED = { is: 'unsigned', code: FACTS.code }

const text = writeSignedCode(FACTS, SAMPLE_SIGNER)

function read(shown: string, keys: readonly TicketKey[] = [SAMPLE_KEY]) {
  return readTicketCode(shown, keys)
}

describe('a signed code', () => {
  test('says what its ticket is good for', async () => {
    expect(await read(text)).toEqual({ is: 'signed', facts: FACTS })
  })

  test('says so of any ticket', async () => {
    const small = fc.integer({ min: 0, max: 255 })
    const moment = fc.integer({
      min: SAMPLE_KEY.signsFrom / 1000,
      max: SAMPLE_KEY.goodUntil / 1000 - 1,
    })
    const hex = fc.constantFrom(...Array.from('0123456789abcdef'))
    const facts = fc.record({
      code: fc.constant(null).map(newAccessToken),
      departure: fc.array(hex, { minLength: 12, maxLength: 12 }).map((digits) => digits.join('')),
      departsAt: moment.map((seconds) => seconds * 1000),
      issuedAt: moment.map((seconds) => seconds * 1000),
      from: small,
      to: small,
      people: small,
      seats: small,
      wheelchairs: small,
      missed: fc.boolean(),
      demonstration: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(facts, async (one) => {
        expect(await read(writeSignedCode(one, SAMPLE_SIGNER))).toEqual({
          is: 'signed',
          facts: one,
        })
      }),
      { numRuns: 50 },
    )
  })

  test('has 41 dots a side in level M, and one more character would not fit', () => {
    expect(qrPath({ code: FACTS.code, signedCode: text }).dots).toBe(41)
    expect(qrPath({ code: FACTS.code, signedCode: `${text}0` }).dots).toBe(45)
  })

  test('has no room for a party of 256', () => {
    expect(() => writeSignedCode({ ...FACTS, people: 256 }, SAMPLE_SIGNER)).toThrow(RangeError)
  })
})

describe('a code is strange', () => {
  test('with any one byte changed', async () => {
    const bytes = fromBase45(text.slice(2)) ?? new Uint8Array()
    for (let at = 1; at < bytes.length; at++) {
      const forged = bytes.map((byte, place) => (place === at ? byte ^ 1 : byte))
      const { is } = await read(`H1${toBase45(forged)}`)
      // Another moment of issue may be one at which the key did not sign.
      expect(is === 'strange' || (is === 'unsigned' && at >= 27 && at < 31)).toBe(true)
    }
    const more = Uint8Array.from(bytes)
    more[33] = 9
    expect(await read(`H1${toBase45(more)}`)).toEqual(STRANGE)
  })

  test('with a signature that another key has made', async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const { keyId } = SAMPLE_KEY
    const forger = { keyId, sign: (message: Uint8Array) => sign(null, message, privateKey) }
    expect(await read(writeSignedCode(FACTS, forger))).toEqual(STRANGE)
    const nobody = { keyId, sign: () => new Uint8Array(64) }
    expect(await read(writeSignedCode(FACTS, nobody))).toEqual(STRANGE)
  })

  test('if it is not whole, longer, or in another form', async () => {
    for (const shown of [text.slice(0, -3), `${text}00`, `H2${text.slice(2)}`]) {
      expect(await read(shown)).toEqual(STRANGE)
    }
    for (const shown of ['', 'H1', 'https://halcyon.example/', '0'.repeat(25), 'il0o'.repeat(7)]) {
      expect(await read(shown)).toEqual(STRANGE)
    }
  })
})

test('a code is the same in small letters, as a keyboard under Caps Lock types it', async () => {
  expect(await read(text.toLowerCase())).toEqual(await read(text))
})

describe('a code proves nothing by itself, and names the ticket in the list', () => {
  test('if it was issued before codes were signed', async () => {
    expect(await read(FACTS.code.toUpperCase())).toEqual(UNSIGNED)
    expect(await read(FACTS.code)).toEqual(UNSIGNED)
  })

  test('in a browser without Ed25519', async () => {
    const unknown = new DOMException('Unrecognized name.', 'NotSupportedError')
    const missing = vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(unknown)
    expect(await read(text)).toEqual(UNSIGNED)
    missing.mockRestore()
  })

  test('if its key is retired, unknown, or signs at another time', async () => {
    expect(await read(text, [])).toEqual(UNSIGNED)
    expect(await read(text, [{ ...SAMPLE_KEY, keyId: 8 }])).toEqual(UNSIGNED)
    expect(await read(text, [{ ...SAMPLE_KEY, goodUntil: FACTS.issuedAt }])).toEqual(UNSIGNED)
    expect(await read(text, [{ ...SAMPLE_KEY, signsFrom: FACTS.issuedAt + 1 }])).toEqual(UNSIGNED)
    const last = { ...SAMPLE_KEY, signsFrom: FACTS.issuedAt, goodUntil: FACTS.issuedAt + 1 }
    expect(await read(text, [last])).toMatchObject({ is: 'signed' })
  })
})

test('base45 is that of RFC 9285', () => {
  expect(toBase45(Buffer.from('Hello!!'))).toBe('%69 VD92EX0')
  expect(toBase45(Buffer.from('base-45'))).toBe('UJCLQE7W581')
  expect(fromBase45('QED8WEX0')).toEqual(Uint8Array.from(Buffer.from('ietf!')))
  for (const wrong of ['GGW', ':::', '0', 'a00', '0000']) expect(fromBase45(wrong)).toBeUndefined()
})
