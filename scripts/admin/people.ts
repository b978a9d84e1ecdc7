import { eraseGuest, type ErasedGuest } from '#modules/accounts/erase-person.server.ts'
import { exportByAddress } from '#modules/accounts/export-person.server.ts'
import { replayErasures } from '#modules/accounts/replay-erasures.server.ts'
import type { Actor } from '#platform/actor.ts'
import { now } from '#platform/clock.server.ts'
import { OFFICE_LOCALE } from '#platform/languages.ts'

import { type Command, refuse } from './command.ts'

const EMAIL = /^[^\s@]+@[^\s@]+$/

export const personCommands: Record<string, Command> = {
  'person export': {
    takes: '<email>',
    does: 'prints everything kept about the person with this address, to hand to them',
    what: EMAIL,
    run: ({ what }) => print(what.toLowerCase()),
  },
  'person erase': {
    takes: '<email>',
    does: 'erases the person with this address; make sure first that the address is theirs',
    what: EMAIL,
    isDecision: true,
    run: ({ what, by, reason }) => erase(what, by, reason),
  },
  'person replay': {
    takes: '',
    does: 'after a restore: erases again everyone who had been erased',
    run: replay,
  },
}

async function print(email: string): Promise<number> {
  console.log(JSON.stringify(await exportByAddress(email, OFFICE_LOCALE), null, 2))
  return 0
}

async function erase(email: string, by: Actor, reason: string): Promise<number> {
  const outcome = await eraseGuest({ email, by, reason, now: now() })
  if (!outcome.ok) return refuseErasing(outcome)
  const account = outcome.hadAccount ? 'the account and ' : ''
  console.log(`Erased from ${account}${outcome.orders} bookings, and from all that was written.`)
  return 0
}

function refuseErasing(refusal: Exclude<ErasedGuest, { ok: true }>): number {
  return refuse<typeof refusal>(
    {
      'rides-to-come': () => 'a journey is still to come; cancel it, or wait until it has left',
      'money-on-its-way': () => 'a payment or refund is still open; see it to its end first',
    },
    refusal,
  )
}

async function replay(): Promise<number> {
  const { erased, refused } = await replayErasures(now())
  console.log(`Erased again: ${erased}.`)
  if (refused === 0) return 0
  console.error(
    `${refused} have a journey to come or open money in this backup, and are tried every night.`,
  )
  return 1
}
