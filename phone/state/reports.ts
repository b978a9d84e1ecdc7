import { countBus, listParties } from '#modules/boarding/phone/duty.ts'
import { findEarly, sayEarly, type Early } from '#modules/boarding/phone/early.ts'
import { clockOf } from '#modules/boarding/words/words.ts'

import { exchange } from './exchange.ts'
import { addForm } from './forms.ts'
import { here, nameOf, scansOf } from './here.ts'
import { findPresent } from './late.ts'
import { isSure, type Phone } from './phone.ts'
import { fill, fillCount, type Words } from './start.ts'
import { forget } from './work.ts'

/* What the driver reports of the whole bus, and the end of the duty. */

type Said = { done: string; waits: string }

/** Sends a report, and says what has become of it: now, and when a later message has told. */
async function report(
  phone: Phone,
  said: Said,
  intent: 'late' | 'left',
  more: Record<string, string>,
): Promise<void> {
  const form = await addForm(phone, intent, more)
  if (!form) return
  phone.underWay.reported = { form, said }
  await exchange(phone)
}

/** Reports by how many minutes the bus is late now. */
export async function reportLate(phone: Phone, minutes: number): Promise<void> {
  const { words } = phone.start
  const said =
    minutes === 0
      ? { done: words.onTimeSent, waits: words.onTimeWaits }
      : { done: fill(words.lateSent, minutes), waits: fill(words.lateWaits, minutes) }
  await report(phone, said, 'late', { minutes: String(minutes) })
}

/** Reports that the bus leaves, once the driver is sure of those who are missing, and of the time. */
export async function leave(phone: Phone): Promise<void> {
  const { words } = phone.start
  const names = listMissing(phone).join(', ')
  const how = howFull(phone, names)
  const question = { all: words.everybody, some: words.leaveQuestion, nobody: words.leaveNobody }
  if (!(await isSure(phone, fill(question[how], names)))) return
  const early = findTooEarly(phone)
  const again = early && fill(words.earlyQuestion, sayEarly(early, words.early, clockOf))
  if (again && !(await isSure(phone, again, true))) return
  const said = { done: fill(words.closed[how], names), waits: fill(words.leaveWaits[how], names) }
  await report(phone, said, 'left', { ...(early && { early: 'yes' }) })
}

/** The names of those who are not aboard at this stop, with how many of a party are missing. */
function listMissing({ now, start }: Phone): string[] {
  const place = here(now)
  if (!place) return []
  return listParties(place.bus, scansOf(now), place.position)
    .filter(({ aboard, ticket }) => aboard < ticket.people)
    .map(({ aboard, ticket }) => `${nameOf(ticket, start.words)} (${ticket.people - aboard})`)
}

/** Whether all came, some, or nobody was counted aboard the whole bus. */
function howFull({ now }: Phone, missing: string): keyof Words['closed'] {
  const place = here(now)
  if (!missing || !place) return 'all'
  return countBus(place.duty, place.bus, scansOf(now)).aboard === 0 ? 'nobody' : 'some'
}

/** By how much the bus at the door would leave too early now, by the clock of the server. */
function findTooEarly({ now, world }: Phone): Early | undefined {
  const place = here(now)
  const call = place?.bus.calls[place.position]
  const at = world.now() + (place?.duty.clockAhead ?? 0)
  return call && findEarly({ departsAt: call.departsAt, delay: findPresent(now) }, at)
}

/** Ends the duty once everything is sent and the driver is sure. */
export async function end(phone: Phone): Promise<void> {
  await exchange(phone)
  const { words } = phone.start
  const { own, forms } = phone.now
  if (own.length + forms.length > 0) {
    const done = own.length > 0 ? fillCount(words.endWaits, own.length) : words.endReports
    phone.tell({ is: 'reported', done })
    return
  }
  if (!(await isSure(phone, words.endQuestion))) return
  await forget(phone)
  phone.tell({ is: 'shown', screen: 'ready' })
}
