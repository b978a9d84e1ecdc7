import { keyedHash } from '#platform/keyed-hash.server.ts'
import { groupAddress } from '#platform/requests/address-groups.server.ts'
import type { Count } from '#platform/requests/count.ts'
import { callerAddress } from '#platform/requests/request-id.server.ts'

import { countTry, uncountTry } from './count-tries.server.ts'
import { noteLimit } from './traces.server.ts'

/** How often something may be tried: a bound on what one visitor costs us, not an exact account. */
export type Limit = {
  name: string
  tries: number
  seconds: number
  /** For an address that many browsers share, as in a hotel; by default the same as for one browser. */
  triesOfAddress?: number
  /** Counted across all machines: for a limit where one more guess or mail does harm. */
  shared?: boolean
}

/** A /24, or a /56 of IPv6, has this many times the tries of one address. */
const NEIGHBOURS = 8

type Who = { kind: 'address' | 'network' | 'visitor' | 'thing'; name: string; tries: number }

/**
 * Counts a try of the caller by address, by the addresses around it and, if known, by visitor;
 * returns false if it is one too many. A try that one count refuses is not counted by the next.
 */
export async function mayTry(limit: Limit, visitor?: string): Promise<boolean> {
  for (const who of whoTries(limit, visitor)) {
    if (!(await isCounted(limit, who))) return false
  }
  return true
}

/**
 * Counts a try at one thing, such as an account, by any caller; returns false if it is one too
 * many.
 */
export async function mayTryAt(limit: Limit, thing: string): Promise<boolean> {
  return isCounted(limit, atThing(limit, thing))
}

/** Takes back a try of the caller that `mayTry` allowed, such as a right password. */
export async function takeBackOwn(limit: Limit): Promise<void> {
  for (const who of whoTries(limit)) await uncountTry(await countOf(limit, who))
}

/** Takes back a try that `mayTryAt` allowed. */
export async function takeBack(limit: Limit, thing: string): Promise<void> {
  await uncountTry(await countOf(limit, atThing(limit, thing)))
}

async function isCounted(limit: Limit, who: Who): Promise<boolean> {
  const isFine = await countTry(await countOf(limit, who))
  if (!isFine) await noteLimit(limit.name)
  return isFine
}

function whoTries({ tries, triesOfAddress = tries }: Limit, visitor?: string): Who[] {
  const { narrow, wide } = groupAddress(callerAddress())
  const everybody: Who[] = [
    { kind: 'address', name: narrow, tries: triesOfAddress },
    { kind: 'network', name: wide, tries: triesOfAddress * NEIGHBOURS },
  ]
  return visitor ? [...everybody, { kind: 'visitor', name: visitor, tries }] : everybody
}

function atThing({ tries }: Limit, thing: string): Who {
  return { kind: 'thing', name: thing, tries }
}

async function countOf({ name, seconds, shared = false }: Limit, who: Who): Promise<Count> {
  const key = await keyedHash('tries', `${who.kind} ${who.name}`)
  return { name, key, tries: who.tries, seconds, shared }
}
