import { createHash } from 'node:crypto'

import { TIME_ZONE } from '#platform/time.ts'

import type { Dice } from './dice.ts'

/** The key of an invented browser. */
export function visitorOf(name: string): string {
  return createHash('sha256').update(`demonstration ${name}`).digest('hex')
}

/** The key of an invented sale of staff. */
export function saleKeyOf(name: string): `sale:${string}` {
  return `sale:${visitorOf(name)}`
}

/** Some hours after a purchase. */
export function later(at: Temporal.Instant, dice: Dice): Temporal.Instant {
  return at.add({ minutes: 30 + dice(60 * 40) })
}

export function momentOf(date: Temporal.PlainDate, hour: number, minute: number, second: number) {
  const time = Temporal.PlainTime.from({ hour, minute, second })
  return date.toZonedDateTime({ timeZone: TIME_ZONE, plainTime: time }).toInstant()
}
