import { clockOf } from '#modules/boarding/words/words.ts'

import { addNotices } from './notices.ts'
import { addresses, fill, locale, post, words } from './page.ts'
import { forget, here, isOver, keep, work, type Waiting } from './work.ts'

/* Reports of the driver, which are forms of the office: each is sent until the office has decided on it. */

/** A delay that waits longer is no news any more. */
const LATE_WAITS_MINUTES = 30
/** A form that the office neither takes nor refuses is given up then: the driver may not send it. */
const STOPPED_WAITS_MINUTES = 30

/** Answers after which the same form may yet be taken: it is under way, or there were too many. */
const IS_NOT_YET = new Set([403, 408, 425, 429])

const said = words.notices

const refused = new WeakSet<Waiting>()

/** The fate of a report. */
export function outcomeOf(form: Waiting): 'waits' | 'refused' | 'taken' {
  if (work.forms.includes(form)) return 'waits'
  return refused.has(form) ? 'refused' : 'taken'
}

/** Puts a report about the bus at the door on the disk. It is sent with the next message. */
export async function addForm(
  intent: 'late' | 'left',
  more: Record<string, string> = {},
): Promise<Waiting | undefined> {
  const place = here()
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
    ...(intent === 'left' && { at: String(Math.round(Date.now() + duty.clockAhead)) }),
    ...more,
  }
  const [call, last] = [bus.calls[position], bus.calls.at(-1)]
  const to = duty.pack.stops[last?.stopId ?? '']?.[locale] ?? ''
  const name = call ? `${clockOf(call.departsAt)} ${to}` : to
  const form = { fields, since: Date.now(), bus: name }
  await keep(({ forms }) => ({ forms: [...forms, form] }))
  return form
}

/**
 * Sends the reports that wait, in their order. One that the office refuses for good becomes a notice to
 * the driver, and is not sent again.
 *
 * @returns whether any was decided, so that the list of the phone is out of date
 */
export async function sendForms(): Promise<boolean> {
  const waiting = [...work.forms]
  for (const form of waiting) {
    const why = isStale(form) ? fill(said.tooOld, LATE_WAITS_MINUTES) : await submit(form)
    if (why === 'not-yet') break
    if (why === 'taken') {
      await keep(({ forms }) => ({ forms: forms.filter((one) => one !== form) }))
      continue
    }
    refused.add(form)
    await addNotices([`${nameForm(form)}: ${why}`], [form])
  }
  return waiting[0] !== undefined && !work.forms.includes(waiting[0])
}

/**
 * Deletes names and list on a phone that the office trusts no more. Its reports can never be sent then, which the
 * driver is told.
 */
export async function giveUpDuty(): Promise<void> {
  await forget()
  const lost = work.forms
  for (const form of lost) refused.add(form)
  await addNotices(
    lost.map((form) => `${nameForm(form)}: ${said.blocked}`),
    lost,
  )
}

/** Ends the duty when it has been over for long enough. What waits is still sent. */
export async function endDutyInTime(): Promise<boolean> {
  if (!isOver()) return false
  await forget()
  return true
}

function isStale({ fields, since }: Waiting): boolean {
  return fields.intent === 'late' && isOlder(since, LATE_WAITS_MINUTES)
}

function isOlder(since: number, minutes: number): boolean {
  return Date.now() - since > minutes * 60_000
}

/** Whether the office has taken a form, or may take it later; otherwise its reason in words. */
async function submit({ fields, since }: Waiting): Promise<string> {
  const type = 'application/x-www-form-urlencoded'
  const response = await post(addresses.page, new URLSearchParams(fields).toString(), type)
  if (!response || response.status >= 500) return 'not-yet'
  if (response.ok || response.type === 'opaqueredirect') return 'taken'
  const isStopped = response.status === 403 && isOlder(since, STOPPED_WAITS_MINUTES)
  if (IS_NOT_YET.has(response.status) && !isStopped) return 'not-yet'
  return `${said.refused} ${await readProblems(response)}`.trim()
}

/** The sentences of the page with which the office refuses a form. */
async function readProblems(response: Response): Promise<string> {
  const text = await response.text().catch(() => '')
  const page = new DOMParser().parseFromString(text, 'text/html')
  const problems = [...page.querySelectorAll('.error-summary a')]
  return problems.map(({ textContent }) => textContent).join(' ')
}

function nameForm({ fields, bus = '' }: Waiting): string {
  const late = fields.minutes === '0' ? words.onTime : fill(said.late, fields.minutes ?? '')
  const act = fields.intent === 'late' ? late : said.left
  return bus ? `${act} (${bus})` : act
}
