import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { data, redirect } from 'react-router'

import { contactFirstProblems } from '#app/components/contact-problems.server.ts'
import { refusedAddressOf } from '#app/components/journey/links.ts'
import {
  parseChoice,
  readCategories,
  readCount,
  readQuery,
  textOf,
  type Field,
  type RideChoice,
} from '#app/components/journey/query.ts'
import { textIn, type SentForm } from '#app/http/read-form.server.ts'
import { explain, type Refusal } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import { findSignedIn } from '#modules/accounts/sessions.server.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import { addToCart } from '#modules/orders/cart/add-ride.server.ts'
import { tidyContact, type Contact } from '#modules/orders/order/contact.ts'
import { callersNetwork } from '#platform/limits/callers-network.server.ts'
import { mayTry } from '#platform/limits/rate-limit.server.ts'
import { visitorKey } from '#platform/requests/session.server.ts'
import { dateInCyprus } from '#platform/time.ts'

import { ContactFirst } from './contact-first.tsx'

/** Each hold takes locks in the database. The limit of seats is counted there: seats.server.ts. */
const HOLDS = { name: 'hold', tries: 40, triesOfAddress: 400, seconds: 600 }

/** The typed values. Contact details appear here if the form asks for them before a hold. */
type Kept = { typed: { passengers: Passengers; wheelchairUsers: number }; contact?: Contact }
const NOBODY: Contact = { name: '', email: '' }

/** The result of a refused form: the problems and the typed values. */
export type Answer = Pick<Kept, 'typed'> & { contact?: string; problems: FormProblem[] }

type Asked = {
  sent: SentForm
  request: Request
  visitor: string
  isNewVisitor: boolean
  now: Temporal.Instant
}

type Outcome = { ok: true } | { ok: false; answer: ReturnType<typeof data<Answer>> | Response }

/** Validates the form without trusting our own page, and holds all of the seats or none. */
export async function takeIntoCart({
  sent,
  request,
  visitor,
  isNewVisitor,
  now,
}: Asked): Promise<Outcome> {
  if (!sent.ok) return answer(sent.problems, readKept(sent.cut))
  const { form } = sent
  const isAllowed = await mayTry(HOLDS, visitor)
  const { locale, messages } = translation()
  const { typed, ...read } = readKept(form)
  const contact = read.contact && tidyContact(read.contact)
  const kept = { typed, ...(contact && { contact }) }
  if (!isAllowed) return refuse({ ok: false, reason: 'too-many-holds' }, kept)
  const outbound = readRide(form, 'departure', '')
  if (!outbound) return refuse({ ok: false, reason: 'select-departure-first' }, kept)
  const isReturn = form.get('trip') === 'return'
  const inbound = isReturn ? readRide(form, 'return', 'return-') : undefined
  if (isReturn && !inbound) {
    return answer([{ fieldId: 'inbound', sentence: messages.bookNow.party.lockedReturn }], kept)
  }

  const { unread } = readCategories(form)
  const wheelchairs = textOf(form.get('wheelchairs'))
  if (unread !== undefined) return answer([unreadable('passengers', unread)], kept)
  if (readCount(wheelchairs) === undefined) {
    return answer([unreadable('wheelchairs', wheelchairs)], kept)
  }

  const rides = [outbound, inbound].flatMap((ride) => (ride ? { ...ride, ...typed } : []))
  const account = await findSignedIn(request, now)
  const outcome = await addToCart({
    visitor: visitorKey(visitor),
    isNewVisitor,
    locale,
    rides,
    heldBy: await callersNetwork(),
    accountId: account?.accountId,
    contact,
    now,
  })
  if (outcome.ok) return { ok: true }
  if (outcome.reason === 'not-enough-seats' && outcome.seatsLeft === 0 && !contact) {
    return refuseLate(form, now)
  }
  if (outcome.reason !== 'contact-first') return refuse(outcome, kept)
  const given = contact ?? NOBODY
  return answer(contactFirstProblems(outcome, given), { typed, contact: given })
}

/** The values to show again after a refusal. A form without contact fields has no contact. */
function readKept(form: FormData): Kept {
  const { passengers } = readCategories(form)
  const typed = { passengers, wheelchairUsers: readCount(textOf(form.get('wheelchairs'))) ?? 0 }
  if (!form.has('name') || !form.has('email')) return { typed }
  return { typed, contact: { name: textIn(form, 'name'), email: textIn(form, 'email') } }
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

/** The field at which the visitor can correct the problem. */
const FIELD_OF: Partial<Record<Refusal['reason'], string>> = {
  'select-departure-first': 'outbound',
  'no-such-ride': 'outbound',
  'no-fare': 'outbound',
  'not-running': 'outbound',
  'sale-closed': 'outbound',
  'closed-by-us': 'outbound',
  'stop-closed': 'outbound',
  'return-before-arrival': 'inbound',
  'no-wheelchair-place': 'wheelchair',
  'stop-not-accessible': 'wheelchair',
  'wheelchair-access-unknown': 'wheelchair',
  'too-many-wheelchairs': 'wheelchair',
  'wheelchair-notice-too-short': 'wheelchair',
}

function refuse(refusal: Refusal, kept: Kept): Outcome {
  const { refusals } = translation().messages
  const fieldId = FIELD_OF[refusal.reason] ?? 'adults'
  return answer([{ fieldId, sentence: explain(refusals, refusal) }], kept)
}

/**
 * The bus is full. When that happens to one buyer it happens to many, so all are led to the same
 * search, which is made once for the crowd: it tells the reason, and offers the other departures to the party.
 */
function refuseLate(form: FormData, now: Temporal.Instant): Outcome {
  const { query } = readQuery(form, dateInCyprus(now))
  return { ok: false, answer: redirect(refusedAddressOf(query), { status: 303 }) }
}

function unreadable(field: Field & ('passengers' | 'wheelchairs'), given: string): FormProblem {
  const { remarks } = translation().messages
  const fieldId = field === 'passengers' ? 'adults' : 'wheelchair'
  return { fieldId, sentence: remarks.unreadable(remarks.fields[field], given.slice(0, 60)) }
}

/** A valid request that is refused: 422, and the page explains why. */
function answer(problems: FormProblem[], { typed, contact }: Kept): Outcome {
  const asked = contact && {
    contact: renderToStaticMarkup(createElement(ContactFirst, { contact, problems })),
  }
  return { ok: false, answer: data<Answer>({ problems, typed, ...asked }, 422) }
}
