import { openSealed, seal } from '#modules/staff/keys/seal.server.ts'
import { BROWSER_DAYS, ENROLMENT_MINUTES, STEP_MINUTES } from '#modules/staff/people/limits.ts'
import { dropCookie, readCookie, writeCookie } from '#platform/requests/cookies.server.ts'
import { isBefore } from '#platform/time.ts'

/* The state between the steps of a log-in, which the browser carries sealed: no table holds it. */

/** The step that is done: a right password, or a password set with the link of an invitation. */
export type Step =
  /** With the digest of the hash that the password had: a step by a replaced password is over. */
  | { step: 'log-in'; staffId: string; hash: string }
  | { step: 'enrolment'; staffId: string; invitation: string }

const STEP = 'office-step'
const MINUTES = { 'log-in': STEP_MINUTES, enrolment: ENROLMENT_MINUTES }

export async function rememberStep(step: Step, now: Temporal.Instant): Promise<string> {
  const minutes = MINUTES[step.step]
  const until = now.add({ minutes }).epochMilliseconds
  return writeCookie(STEP, await seal('step', { ...step, until }), minutes * 60)
}

/** The step of this browser, if it is of this kind and not too long ago. */
export async function findStep<Kind extends Step['step']>(
  request: Request,
  kind: Kind,
  now: Temporal.Instant,
): Promise<Extract<Step, { step: Kind }> | undefined> {
  const sealed = readCookie(request, STEP)
  const found = sealed && (await openSealed<Step & { until: number }>('step', sealed))
  if (!found || found.step !== kind) return undefined
  const isInTime = isBefore(now, Temporal.Instant.fromEpochMilliseconds(found.until))
  return isInTime ? (found as Extract<Step, { step: Kind }> & { until: number }) : undefined
}

export function forgetStep(): string {
  return dropCookie(STEP)
}

const BROWSER = 'office-browser'
/** Most members that one browser remembers; the ones longest ago are forgotten. */
const MAX_MEMBERS = 10

/** The ids of members who have logged in with this browser, the last one first. */
export async function listMembersOf(request: Request): Promise<string[]> {
  const sealed = readCookie(request, BROWSER)
  const found = sealed && (await openSealed<{ staffIds: string[] }>('browser', sealed))
  return found ? found.staffIds : []
}

/** Whether the member has logged in with this browser before, and the cookie that remembers it. */
export async function noteBrowser(
  request: Request,
  staffId: string,
): Promise<{ isKnown: boolean; setCookie: string }> {
  const before = await listMembersOf(request)
  const others = before.filter((one) => one !== staffId)
  const staffIds = [staffId, ...others].slice(0, MAX_MEMBERS)
  const value = await seal('browser', { staffIds })
  return {
    isKnown: before.includes(staffId),
    setCookie: writeCookie(BROWSER, value, BROWSER_DAYS * 24 * 3600),
  }
}
