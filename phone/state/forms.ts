import { clockOf } from '#modules/boarding/words/words.ts'

import { here } from './here.ts'
import { addNotices } from './notices.ts'
import type { Phone } from './phone.ts'
import { fill, type Words } from './start.ts'
import type { Waiting } from './state.ts'
import { forget, keep } from './work.ts'

/* Reports of the driver, which are forms of the office: each is sent until the office has decided on it. */

/** A delay that waits longer is no news any more. */
const LATE_WAITS_MINUTES = 30
/** A form that the office neither takes nor refuses is given up then: the driver may not send it. */
const STOPPED_WAITS_MINUTES = 30

/** Answers after which the same form may yet be taken: it is under way, or there were too many. */
const IS_NOT_YET = new Set([403, 408, 425, 429])

/** The fate of a report. */
export function outcomeOf(phone: Phone, form: Waiting): 'waits' | 'refused' | 'taken' {
  if (phone.now.forms.includes(form)) return 'waits'
  return phone.underWay.refused.has(form) ? 'refused' : 'taken'
}

/** Puts a report about the bus at the door on the disk. It is sent with the next message. */
export async function addForm(
  phone: Phone,
  intent: 'late' | 'left',
  more: Record<string, string> = {},
): Promise<Waiting | undefined> {
  const place = here(phone.now)
  if (!place) return undefined
  const { duty, bus, position } = place
  const fields = {
    intent,
    once: crypto.randomUUID(),
    seen: '0',
    departure: bus.departureId,
    position: String(position),
    stop: duty.stopId,
    day: duty.day,
    lastReport: String(bus.lastReport ?? 0),
    ...(intent === 'left' && { at: String(Math.round(phone.world.now() + duty.clockAhead)) }),
    ...more,
  }
  const [call, last] = [bus.calls[position], bus.calls.at(-1)]
  const to = duty.pack.stops[last?.stopId ?? '']?.[phone.start.locale] ?? ''
  const name = call ? `${clockOf(call.departsAt)} ${to}` : to
  const form = { fields, since: phone.world.now(), bus: name }
  await keep(phone, ({ forms }) => ({ forms: [...forms, form] }))
  return form
}

/**
 * Sends the reports that wait, in their order. One that the office refuses for good becomes a notice to
 * the driver, and is not sent again.
 *
 * @returns whether any was decided, so that the list of the phone is out of date
 */
export async function sendForms(phone: Phone): Promise<boolean> {
  const { words } = phone.start
  const waiting = [...phone.now.forms]
  for (const form of waiting) {
    const isStale = form.fields.intent === 'late' && isOlder(phone, form, LATE_WAITS_MINUTES)
    const tooOld = fill(words.notices.tooOld, LATE_WAITS_MINUTES)
    const why = isStale ? tooOld : await submit(phone, form)
    if (why === 'not-yet') break
    if (why === 'taken') {
      await keep(phone, ({ forms }) => ({ forms: forms.filter((one) => one !== form) }))
      continue
    }
    phone.underWay.refused.add(form)
    await addNotices(phone, [`${nameForm(form, words)}: ${why}`], [form])
  }
  return waiting[0] !== undefined && !phone.now.forms.includes(waiting[0])
}

/**
 * Deletes names and list on a phone that the office trusts no more. Its reports can never be sent then, which the
 * driver is told.
 */
export async function giveUpDuty(phone: Phone): Promise<void> {
  await forget(phone)
  const { words } = phone.start
  const lost = phone.now.forms
  for (const form of lost) phone.underWay.refused.add(form)
  const notices = lost.map((form) => `${nameForm(form, words)}: ${words.notices.blocked}`)
  await addNotices(phone, notices, lost)
}

function isOlder({ world }: Phone, { since }: Waiting, minutes: number): boolean {
  return world.now() - since > minutes * 60_000
}

/** Whether the office has taken a form, or may take it later; otherwise its reason in words. */
async function submit(phone: Phone, form: Waiting): Promise<string> {
  const { start, world } = phone
  const response = await world.ask(start.addresses.page, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form.fields).toString(),
  })
  if (!response || response.status >= 500) return 'not-yet'
  if (response.ok || response.type === 'opaqueredirect') return 'taken'
  const isStopped = response.status === 403 && isOlder(phone, form, STOPPED_WAITS_MINUTES)
  if (IS_NOT_YET.has(response.status) && !isStopped) return 'not-yet'
  return `${start.words.notices.refused} ${await readProblems(response)}`.trim()
}

/** The sentences of the page with which the office refuses a form. */
async function readProblems(response: Response): Promise<string> {
  const text = await response.text().catch(() => '')
  const page = new DOMParser().parseFromString(text, 'text/html')
  const problems = [...page.querySelectorAll('.error-summary a')]
  return problems.map(({ textContent }) => textContent).join(' ')
}

function nameForm({ fields, bus = '' }: Waiting, words: Words): string {
  const { late, left } = words.notices
  const delay = fields.minutes === '0' ? words.onTime : fill(late, fields.minutes ?? '')
  const act = fields.intent === 'late' ? delay : left
  return bus ? `${act} (${bus})` : act
}
