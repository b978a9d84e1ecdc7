import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { findProvider, listPageOrigins } from '#modules/payments/providers.server.ts'
import { now } from '#platform/clock.server.ts'
import { makeCallback, type Signing } from '#test/fakes/jcc/callbacks.ts'
import { makeCertificate } from '#test/fakes/jcc/certificate.ts'

/*
 * The operator's settings: a user, and the keys that the gateway signs with, during a change of
 * keys.
 */

const folder = mkdtempSync(join(tmpdir(), 'jcc-'))
afterAll(() => rmSync(folder, { recursive: true }))

const [certificate, certificateBefore] = [makeCertificate(), makeCertificate()]
Object.assign(process.env, {
  JCC_USER: 'halcyon-api',
  JCC_PASSWORD: 'password',
  JCC_CALLBACK_TOKEN: 'token-of-the-portal',
  JCC_CALLBACK_TOKEN_BEFORE: 'token-of-last-year',
  JCC_CALLBACK_CERTIFICATE: keep('now.pem', certificate.pem),
  JCC_CALLBACK_CERTIFICATE_BEFORE: keep('before.pem', certificateBefore.pem),
})

function keep(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

test('a demonstration pays at the test gateway only', () => {
  expect(findProvider('jcc', 'request')?.pageOrigins).toEqual(['https://gateway-test.jcc.com.cy'])
  expect(listPageOrigins()).not.toContain('https://gateway.jcc.com.cy')
})

const SIGNINGS: [string, Signing, boolean][] = [
  ['the token', { token: 'token-of-the-portal' }, true],
  ['the token before', { token: 'token-of-last-year' }, true],
  ['another token', { token: 'token-of-nobody' }, false],
  ['the certificate', certificate, true],
  ['the certificate before', certificateBefore, true],
  ['another certificate', makeCertificate(), false],
]
test.each(SIGNINGS)('a callback signed with %s', (_what, signing, isGenuine) => {
  const said = { mdOrder: '06cf5599', orderNumber: 'A-1', operation: 'deposited', status: '1' }
  const { body = '' } = makeCallback('https://halcyon.example/', 'POST', said, signing)
  const sent = { headers: new Headers(), body: new TextEncoder().encode(body), now: now() }
  expect(findProvider('jcc', 'request')?.parseWebhook(sent).ok).toBe(isGenuine)
})
