import { data } from 'react-router'

import { explain, type Refusal } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import type { SentForm } from '#app/read-form.server.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import type { Passengers } from '#modules/fares/passengers.ts'
import { addToCart } from '#modules/orders/cart.server.ts'
import { callersNetwork } from '#platform/callers-network.server.ts'
import { mayTry } from '#platform/rate-limit.server.ts'
import { visitorKey } from '#platform/session.server.ts'

import {
  parseChoice,
  readCategories,
  readCount,
  textOf,
  type Field,
  type RideChoice,
} from './book-now-query.ts'

/** Each asks the database for locks. How many seats may be held is counted there: seats.server.ts. */
const HOLDS = { name: 'hold', tries: 40, triesOfAddress: 400, seconds: 600 }

/** What goes back to the form: what is wrong, and the party as it was typed. */
type Answer = {
  problems: FormProblem[]
  typed?: { passengers: Passengers; wheelchairUsers: number }
}

type Outcome = { ok: true } | { ok: false; answer: ReturnType<typeof data<Answer>> }

/** Reads the form as if nobody had ever seen our page, and asks for the seats: all of them or none. */
export async function takeIntoCart(
  sent: SentForm,
  visitor: string,
  now: Temporal.Instant,
): Promise<Outcome> {
  if (!sent.ok) return answer(sent.problems)
  const { form } = sent
  const { locale, messages } = translation()
  const outbound = readRide(form, 'departure', '')
  if (!outbound) return refuse({ ok: false, reason: 'select-departure-first' })
  const isReturn = form.get('trip') === 'return'
  const inbound = isReturn ? readRide(form, 'return', 'return-') : undefined
  if (isReturn && !inbound) {
    return answer([{ fieldId: 'inbound', sentence: messages.bookNow.party.lockedReturn }])
  }

  const { passengers, unread } = readCategories(form)
  const wheelchairs = textOf(form.get('wheelchairs'))
  const wheelchairUsers = readCount(wheelchairs)
  const typed = { passengers, wheelchairUsers: wheelchairUsers ?? 0 }
  if (unread !== undefined) return answer([unreadable('passengers', unread)], typed)
  if (wheelchairUsers === undefined) return answer([unreadable('wheelchairs', wheelchairs)], typed)

  if (!(await mayTry(HOLDS, visitor))) return refuse({ ok: false, reason: 'too-many-holds' }, typed)

  const rides = [outbound, inbound].flatMap((ride) => (ride ? { ...ride, ...typed } : []))
  const heldBy = await callersNetwork()
  const outcome = await addToCart({ visitor: visitorKey(visitor), locale, rides, heldBy, now })
  return outcome.ok ? { ok: true } : refuse(outcome, typed)
}

function readRide(
  form: FormData,
  name: 'departure' | 'return',
  prefix: '' | 'return-',
): RideChoice | undefined {
  const [departureId, from, to] = [name, `${prefix}from-stop`, `${prefix}to-stop`].map((field) =>
    textOf(form.get(field)),
  )
  return parseChoice(departureId ?? '', from ?? '', to ?? '')
}

/** Where on the page the visitor can mend it. */
const FIELD_OF: Partial<Record<Refusal['reason'], string>> = {
  'select-departure-first': 'outbound',
  'no-such-ride': 'outbound',
  'no-fare': 'outbound',
  'not-running': 'outbound',
  'sale-closed': 'outbound',
  'return-before-arrival': 'inbound',
  'no-wheelchair-place': 'wheelchair',
  'stop-not-accessible': 'wheelchair',
  'wheelchair-access-unknown': 'wheelchair',
  'too-many-wheelchairs': 'wheelchair',
  'wheelchair-notice-too-short': 'wheelchair',
}

function refuse(refusal: Refusal, typed?: Answer['typed']): Outcome {
  const { refusals } = translation().messages
  const fieldId = FIELD_OF[refusal.reason] ?? 'adults'
  return answer([{ fieldId, sentence: explain(refusals, refusal) }], typed)
}

function unreadable(field: Field & ('passengers' | 'wheelchairs'), given: string): FormProblem {
  const { remarks } = translation().messages
  const fieldId = field === 'passengers' ? 'adults' : 'wheelchair'
  return { fieldId, sentence: remarks.unreadable(remarks.fields[field], given.slice(0, 60)) }
}

/** The request was understood and the answer is no: 422, and the page explains why. */
function answer(problems: FormProblem[], typed?: Answer['typed']): Outcome {
  return { ok: false, answer: data({ problems, ...(typed && { typed }) }, 422) }
}
