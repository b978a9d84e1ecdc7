import {
  findUnknownCaptures,
  recoverCaptures,
  type Recovered,
  type UnknownCapture,
} from '#modules/bookkeeping/settlement/unknown-captures.server.ts'
import { PROVIDER_IDS, type PaymentProvider } from '#modules/payments/provider.ts'
import { findProvider } from '#modules/payments/providers.server.ts'
import { now } from '#platform/clock.server.ts'
import { startOfDay } from '#platform/time.ts'

import { type Command, euros, moment, type Typed } from './command.ts'

/* Money that a provider has and the database does not know, after a failover or a restore. */

/** An order may be removed after some years, and its payment would then look lost. */
const MAX_DAYS_BACK = 366

const DATE = /^\d{4}-\d\d-\d\d$/

export const unknownPaymentCommands: Record<string, Command> = {
  'payment unknown': {
    takes: '<date>',
    does: 'lists money captured since then that the database does not know',
    what: DATE,
    run: listUnknown,
  },
  'payment recover': {
    takes: '<date>',
    does: 'refunds that money where its order is lost; the rest waits for a decision',
    what: DATE,
    isDecision: true,
    run: recover,
  },
}

/** Lists it, and changes nothing. */
async function listUnknown({ what }: Typed): Promise<number> {
  return overProviders(what, async (bank, since) => {
    const found = await findUnknownCaptures(bank, { since, now: now() })
    if (!found.ok) return found
    for (const one of found.unknown) console.log(`${describe(one)}: ${verdictOf(one)}`)
    return { ok: true, count: found.unknown.length }
  })
}

/** Enters it: a lost order is refunded in full, and a person decides about everything else. */
async function recover({ what, by, reason }: Typed): Promise<number> {
  return overProviders(what, async (bank, since) => {
    const asked = { since, now: now(), by, reason, most: Number.POSITIVE_INFINITY }
    const done = await recoverCaptures(bank, asked)
    if (!done.ok) return done
    for (const one of done.recovered) console.log(`${describe(one)}: ${BECAME[one.became.is]}`)
    return { ok: true, count: done.recovered.length }
  })
}

const BECAME: Record<Recovered['became']['is'], string> = {
  refunded: 'entered, and is being refunded',
  waits: 'entered, and waits for a decision in the office, at Money',
  'by-hand': 'another payment has its reference; refund it in the provider’s portal',
  later: 'its order is being paid; run this again in an hour',
  foreign: 'not asked for by this site, and left alone',
}

function verdictOf({ names }: UnknownCapture): string {
  return names === null ? BECAME.foreign : 'unknown to this database'
}

type Outcome = { ok: true; count: number } | { ok: false; reason: 'no-list' | 'no-answer' }

/** Asks every provider that has its keys here; fails if one of them gave no answer. */
async function overProviders(
  what: string,
  ask: (bank: PaymentProvider, since: Temporal.Instant) => Promise<Outcome>,
): Promise<number> {
  const day = Temporal.PlainDate.from(what)
  const since = startOfDay(day)
  if (since.until(now()).total('hours') > 24 * MAX_DAYS_BACK) {
    console.error(`Nothing was done: ask about at most ${MAX_DAYS_BACK} days.`)
    return 1
  }
  let isWhole = true
  for (const id of PROVIDER_IDS) {
    const bank = findProvider(id, 'job')
    if (!bank) continue
    const outcome = await ask(bank, since)
    if (outcome.ok) console.log(`${id}: ${outcome.count} unknown captures since ${what}.`)
    else console.error(`${id}: ${SILENT[outcome.reason]}`)
    isWhole &&= outcome.ok
  }
  return isWhole ? 0 : 1
}

const SILENT = {
  'no-list': 'it lists no captures; compare its own statement with the settlement of each day.',
  'no-answer': 'it did not answer; try again later.',
}

function describe({ provider, capture, snapshot }: UnknownCapture): string {
  const { merchantRef, providerRef, begunAt } = capture
  const sum = `${euros(snapshot.captured)} captured, ${euros(snapshot.refunded)} back`
  return `${provider} ${merchantRef ?? '-'} (${providerRef}) of ${moment(begunAt)}, ${sum}`
}
