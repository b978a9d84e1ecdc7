import { createHmac, timingSafeEqual } from 'node:crypto'

import { db } from '#platform/db.server.ts'

import type { EnquiryKind } from './forms.ts'

/** A signed stamp with the moment when a form was shown; a program cannot backdate it. */
export async function stampForm(kind: EnquiryKind, now: Temporal.Instant): Promise<string> {
  const moment = now.epochMilliseconds.toString(36)
  return `${moment}.${await sign(kind, moment)}`
}

/** Seconds since the form was shown; undefined if the stamp is forged, or another form's. */
export async function secondsSince(
  kind: EnquiryKind,
  stamp: string,
  now: Temporal.Instant,
): Promise<number | undefined> {
  const [moment = '', signature = ''] = stamp.split('.')
  const [given, ours] = [Buffer.from(signature), Buffer.from(await sign(kind, moment))]
  if (given.length !== ours.length || !timingSafeEqual(given, ours)) return undefined
  return (now.epochMilliseconds - Number.parseInt(moment, 36)) / 1000
}

let key: Promise<string> | undefined

async function sign(kind: EnquiryKind, moment: string): Promise<string> {
  key ??= readKey().catch((error: unknown) => {
    key = undefined
    throw error
  })
  return createHmac('sha256', await key)
    .update(`${kind} ${moment}`)
    .digest('base64url')
    .slice(0, 22)
}

/** One key for all processes of the site, stored so that open forms survive a restart. */
async function readKey(): Promise<string> {
  const { key: stored } = await db.selectFrom('formKeys').select('key').executeTakeFirstOrThrow()
  return stored
}
