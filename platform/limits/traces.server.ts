import { now } from '#platform/clock.server.ts'
import { keyedHash } from '#platform/keyed-hash.server.ts'
import { log } from '#platform/log.server.ts'
import {
  formsRefused,
  limitsRefused,
  linksRefused,
  logIns,
} from '#platform/metrics/metrics.server.ts'
import { groupAddress } from '#platform/requests/address-groups.server.ts'
import { callerAddress, requestId } from '#platform/requests/request-id.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { raiseAlert } from '#platform/watch/alert.server.ts'

import { countTry } from './count-tries.server.ts'

/*
 * The traces of attacks: a count by kind, a line in the log, and an alert if there are many. None
 * names the attacker: a mark, which changes every day, tells one network from another.
 */

/** Limits in ten minutes and on one machine: more than mistyping people ever reach. */
const MANY = {
  'wrong-log-ins': 200,
  'limits-refused': 300,
  'forms-refused': 200,
  'links-refused': 200,
}
type Kind = keyof typeof MANY
const SECONDS = 600
/** One alert an hour for each kind, across all processes. */
const ONCE = { name: 'alert', tries: 1, seconds: 3600, shared: true }

export async function noteLogIn(result: 'right' | 'wrong'): Promise<void> {
  logIns.inc({ result })
  await note(result === 'wrong' ? 'wrong-log-ins' : undefined, { logIn: result })
}

/** `name` is the name of the limit. */
export async function noteLimit(name: string): Promise<void> {
  limitsRefused.inc({ name })
  await note('limits-refused', { limit: name })
}

export async function noteForm(reason: 'not-from-here' | 'too-large'): Promise<void> {
  formsRefused.inc({ reason })
  await note('forms-refused', { form: reason })
}

/** A link that is used, expired, or made up. */
export async function noteLink(
  kind: 'booking' | 'confirm' | 'enquiry' | 'reset' | 'ticket',
): Promise<void> {
  linksRefused.inc({ kind })
  await note('links-refused', { link: kind })
}

/** Never throws: the visitor gets a response even if the trace is lost. */
async function note(kind: Kind | undefined, facts: Record<string, string>): Promise<void> {
  try {
    log.info({ requestId: requestId(), from: await markCaller(), ...facts }, 'Noted')
    if (kind && (await isMany(kind))) await alertOnce(kind)
  } catch (error) {
    log.error({ err: error }, 'A trace was lost')
  }
}

async function markCaller(): Promise<string> {
  const day = now().toString().slice(0, 10)
  const mark = await keyedHash(
    'mark of an address',
    `${day} ${groupAddress(callerAddress()).narrow}`,
  )
  return mark.slice(0, 12)
}

async function isMany(kind: Kind): Promise<boolean> {
  const count = { name: 'many', key: kind, tries: MANY[kind] - 1, seconds: SECONDS, shared: false }
  return !(await countTry(count))
}

/** Alerts that were counted but that a busy database did not store: the next trace raises them. */
const owed = new Set<Kind>()

async function alertOnce(kind: Kind): Promise<void> {
  const isDue = owed.delete(kind) || (await countTry({ ...ONCE, key: kind }))
  if (!isDue) return
  try {
    await inTransaction((tx) =>
      raiseAlert(tx, `many-${kind}`, { count: MANY[kind], minutes: SECONDS / 60 }),
    )
  } catch (error) {
    // Not uncounted, since a database that is too busy for the alert may be for that as well.
    owed.add(kind)
    throw error
  }
}
