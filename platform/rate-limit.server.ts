import { groupAddress } from './address-groups.server.ts'
import { countTry, uncountTry, type Count } from './count-tries.server.ts'
import { keyedHash } from './keyed-hash.server.ts'
import { callerAddress } from './request-id.server.ts'
import { noteLimit } from './traces.server.ts'

/** How often something may be tried: a bound on what a single visitor costs us, not an account of anything. */
export type Limit = {
  name: string
  tries: number
  seconds: number
  /** For an address where many browsers may be, as in a hotel; otherwise as many as for one browser. */
  triesOfAddress?: number
  /** Counted by all processes together: where a guess or a mail more does harm. */
  shared?: boolean
}

/** A /24, or a /56 of IPv6, has so many times the tries of one address. */
const NEIGHBOURS = 8

type Who = { kind: 'address' | 'network' | 'visitor' | 'thing'; name: string; tries: number }

/**
 * Counts a try of whoever asks, by address, by the addresses around it, and where known by visitor;
 * false when it is one too many. What one of them refuses does not count for the next.
 */
export async function mayTry(limit: Limit, visitor?: string): Promise<boolean> {
  for (const who of whoTries(limit, visitor)) {
    if (!(await isCounted(limit, who))) return false
  }
  return true
}

/** Counts a try at one thing, such as an account, by whomever; false when it is one too many. */
export async function mayTryAt(limit: Limit, thing: string): Promise<boolean> {
  return isCounted(limit, atThing(limit, thing))
}

/** Takes back a try of whoever asks that `mayTry` allowed, such as a right password. */
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
