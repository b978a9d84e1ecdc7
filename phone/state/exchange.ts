import { outcomeOf } from './forms.ts'
import type { Phone } from './phone.ts'
import { send } from './send.ts'
import type { Sent } from './state.ts'
import { hasNews } from './watch.ts'
import { endDutyInTime, isWaiting } from './work.ts'

/** A list is asked for again after this long. */
const EVERY_MILLISECONDS = 60_000

/** Sends what waits, takes in what is new, and shows both. */
export async function exchange(phone: Phone): Promise<void> {
  const asked = phone.now.wanted
  const sent = await send(phone, asked)
  phone.underWay.sentAt = phone.world.now()
  const { wanted } = phone.now
  phone.tell({
    is: 'answered',
    sent,
    wanted: isInVain(sent) || asked !== wanted ? wanted : undefined,
  })
  sayReported(phone)
  if (sent === 'revoked') phone.tell({ is: 'shown', screen: 'ready' })
}

/** Says nothing more of a report that the office refused: a notice does. */
function sayReported(phone: Phone): void {
  const { reported } = phone.underWay
  if (!reported) return
  const { form, said } = reported
  const outcome = outcomeOf(phone, form)
  phone.tell({
    is: 'reported',
    done: { taken: said.done, waits: said.waits, refused: '' }[outcome],
  })
  if (outcome !== 'waits') phone.underWay.reported = undefined
}

/** Whether the last attempt has changed nothing, and the next one may. */
function isInVain(sent: Sent): boolean {
  return sent === 'no-network' || sent === 'not-saved'
}

/** Does every few seconds what is due. At most one at a time: questions without an answer would pile up. */
export async function beat(phone: Phone): Promise<void> {
  const { underWay } = phone
  if (underWay.isTicking) return
  underWay.isTicking = true
  await tickNow(phone).finally(() => (underWay.isTicking = false))
}

async function tickNow(phone: Phone): Promise<void> {
  const { world, underWay } = phone
  if (await endDutyInTime(phone)) phone.tell({ is: 'shown', screen: 'ready' })
  if (!world.isHidden()) void askForCopy(phone)
  const { duty, wanted } = phone.now
  const isDue = hasKeptBack(phone) || world.now() - underWay.sentAt > EVERY_MILLISECONDS
  const isWatched = (duty !== undefined || isWaiting(phone.now) || wanted) && !world.isHidden()
  if (isWatched && (isDue || (await hasNews(phone)))) await exchange(phone)
  else phone.tell({ is: 'seen' })
}

/**
 * Whether something waits for a network: scans, reports, or a list that was asked for. A browser says that it has
 * one again only after flight mode, not at the end of a tunnel, so it is tried again with each tick: the
 * question for a delay costs as much.
 */
function hasKeptBack({ now }: Phone): boolean {
  return isInVain(now.sent) && (isWaiting(now) || now.wanted !== undefined)
}

/** Looks whether this page opens without a network, and shows it. */
export async function lookForCopy(phone: Phone): Promise<void> {
  if (!phone.now.isCopied && (await phone.world.copy.isThere())) phone.tell({ is: 'copied' })
}

/** Has a copy made if there is none yet. */
export async function askForCopy({ now, world }: Phone): Promise<void> {
  if (!now.isCopied) await world.copy.ask()
}
