import { redirectDocument } from 'react-router'

import {
  parseChoice,
  readCategories,
  readCount,
  readQuery,
  writeQuery,
} from '#app/components/journey/query.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { explain } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, drafted, refused, type Press } from '#app/office/act.server.ts'
import { askFor } from '#app/office/colleague.server.ts'
import type { ColleagueRefusal } from '#modules/approvals/limits.ts'
import { CATEGORY_RULES, PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { OVERRULE_CODES } from '#modules/orders/order/overrule.ts'
import { findSale } from '#modules/sales/find-sale.server.ts'
import type { Sale, SaleRefusal, Sold } from '#modules/sales/sale.ts'
import { sendLinkAgain } from '#modules/sales/sell-again.server.ts'
import { sellAtCounter, sellFree, sendPaymentLink } from '#modules/sales/sell.server.ts'
import * as paths from '#paths'
import { readAmount } from '#platform/amount.ts'
import { LOCALES, localePath } from '#platform/locale.ts'
import { cents, formatEuros } from '#platform/money.ts'
import { tidyEmail } from '#platform/text/email.ts'
import { oneLine } from '#platform/text/lines.ts'
import { dateInCyprus } from '#platform/time.ts'

/** Both roles that may sell free of charge may waive any fare. */
const ANY_FARE = 100_000_00

type Way = (press: Press) => ReturnType<typeof answer>

/**
 * Sells what the address and the form both say. Somebody who changed the journey and did not look for its departures
 * has not seen them, so nothing is sold: the page shows them, and keeps what was typed.
 */
function asShown(sell: Way) {
  return async (press: Press) => {
    const { form, request, now } = press
    leadToJourney(press)
    const shown = new URL(request.url).searchParams
    const isShown = ridesOf(form, now) === ridesOf(shown, now)
    return isShown ? sell(press) : drafted(form)
  }
}

export const link = asShown(async (press) => {
  return answer(await sendPaymentLink(saleIn(press)), press)
})

export const cash = asShown(async (press) => {
  const { form } = press
  const [given, float] = [textIn(form, 'given').trim(), textIn(form, 'float').trim()]
  const amount = translation().messages.office.sell.problems.amount
  if (given !== '' && readAmount(given) === undefined) {
    return refused([{ fieldId: 'given', sentence: amount }], form)
  }
  if (float !== '' && readAmount(float) === undefined) {
    return refused([{ fieldId: 'float', sentence: amount }], form)
  }
  const sold = await sellAtCounter({
    ...saleIn(press),
    handedOver: { means: 'cash' },
    float: readAmount(float),
  })
  return answer(sold, press, given)
})

export const terminal = asShown(async (press) => {
  const { form } = press
  const slip = oneLine(textIn(form, 'slip')).slice(0, 40)
  const float = readAmount(textIn(form, 'float'))
  const handedOver = { means: 'card-terminal', slip } as const
  return answer(await sellAtCounter({ ...saleIn(press), handedOver, float }), press)
})

export const free = asShown(async (press) => {
  const { form } = press
  const code = OVERRULE_CODES.find((one) => one === textIn(form, 'code-of-overrule'))
  if (!code) {
    const { sell } = translation().messages.office
    return refused([{ fieldId: 'code-of-overrule', sentence: sell.problems.code }], form)
  }
  const overrule = { code, mayWaiveCents: ANY_FARE }
  const reason = reasonIn(form)
  return answer(await sellFree({ ...saleIn(press), overrule, reason }), press)
})

function reasonIn(form: FormData): string {
  return oneLine(textIn(form, 'reason')).slice(0, 200)
}

/** Chooses another departure, by the address of the form, or looks for another journey, and keeps what was typed. */
export async function choose(press: Press) {
  leadToJourney(press)
  return drafted(press.form)
}

/** The fields of the search, by which the departures of a journey have an address. */
const SEARCHED = ['trip', 'from', 'to', 'date', 'return-date', 'wheelchairs']
const FIELDS = [
  ...SEARCHED,
  ...PASSENGER_CATEGORIES.map((category) => CATEGORY_RULES[category].field),
]

/** The same form once more, at the address of the journey that it names: a status of 307 keeps all fields. */
function leadToJourney({ form, request, now }: Press): void {
  const shown = new URL(request.url).searchParams
  const isSame = journeyOf(form, now) === journeyOf(shown, now)
  const asked = new URLSearchParams(FIELDS.map((name) => [name, textIn(form, name)]))
  const isReadable = readQuery(form, dateInCyprus(now)).problems.length === 0
  if (isSame && (isReadable || FIELDS.every((name) => (shown.get(name) ?? '') === asked.get(name))))
    return
  const address = localePath(translation().locale, paths.officeSell(asked))
  throw redirectDocument(address, 307)
}

type Fields = FormData | URLSearchParams

function journeyOf(fields: Fields, now: Temporal.Instant): string {
  const { query } = readQuery(fields, dateInCyprus(now))
  return writeQuery({
    ...query,
    time: null,
    outbound: null,
    outboundAt: null,
    inbound: null,
  }).toString()
}

function ridesOf(fields: Fields, now: Temporal.Instant): string {
  const { outbound, inbound } = readQuery(fields, dateInCyprus(now)).query
  return JSON.stringify([outbound, inbound])
}

/** Sells an expired sale again, with a new link. */
export async function again(press: Press) {
  const { form, by, now } = press
  const sale = await findSale(textIn(form, 'reference'), translation().locale, now)
  const orderId = sale?.orderId
  if (!orderId) return answer({ ok: false, reason: 'not-expired' }, press)
  return answer(await sendLinkAgain({ saleKey: keyOf(form), orderId, by, now }), press)
}

/** The key of the form is the key of the sale, so that sending it again finds the sale. */
function keyOf(form: FormData) {
  return `sale:${textIn(form, 'once')}` as const
}

function saleIn({ form, by, now }: Press): Sale {
  const email = tidyEmail(textIn(form, 'email'))
  const language = textIn(form, 'language')
  return {
    saleKey: keyOf(form),
    by,
    rides: ridesIn(form),
    customer: {
      name: oneLine(textIn(form, 'name')),
      email: email === '' ? null : email,
      phone: oneLine(textIn(form, 'phone')),
    },
    locale: LOCALES.find((one) => one === language) ?? translation().locale,
    now,
  }
}

/** The way there, or both ways of a return: none if one is missing, so that half of it is never sold. */
function ridesIn(form: FormData): Sale['rides'] {
  const { passengers } = readCategories(form)
  const wheelchairUsers = readCount(textIn(form, 'wheelchairs')) ?? 0
  const prefixes = textIn(form, 'trip') === 'return' ? ['', 'return-'] : ['']
  const choices = prefixes.flatMap((prefix) => {
    const departure = textIn(form, prefix === '' ? 'departure' : 'return')
    const [from, to] = [textIn(form, `${prefix}from-stop`), textIn(form, `${prefix}to-stop`)]
    return parseChoice(departure, from, to) ?? []
  })
  if (choices.length < prefixes.length) return []
  return choices.map((choice) => ({ ...choice, passengers, wheelchairUsers }))
}

async function answer(outcome: Sold | SaleRefusal, press: Press, given = '') {
  const { form } = press
  if (!outcome.ok && outcome.reason === 'needs-colleague') {
    const sentence = await askFor(outcome, press, reasonIn(form))
    return refused([{ fieldId: 'reason', sentence }], form)
  }
  if (!outcome.ok) return refused([{ fieldId: fieldOf(outcome), sentence: say(outcome) }], form)
  const result = new URLSearchParams({ sold: outcome.reference, ...(given && { given }) })
  return done(paths.officeSell(result))
}

/** The field at which the seller can correct the problem. */
const FIELD_OF: Partial<Record<SaleRefusal['reason'], string>> = {
  'return-before-arrival': 'inbound',
  'name-missing': 'name',
  'name-too-long': 'name',
  'name-with-site': 'name',
  'email-missing': 'email',
  'email-malformed': 'email',
  'phone-malformed': 'phone',
  'till-closed': 'float',
  'slip-missing': 'slip',
  'slip-used': 'slip',
  'reason-too-short': 'reason',
  'over-limit': 'reason',
}

function fieldOf({ reason }: SaleRefusal): string {
  return FIELD_OF[reason] ?? 'outbound'
}

function say(refusal: Exclude<SaleRefusal, ColleagueRefusal>): string {
  const { locale, messages } = translation()
  const { problems } = messages.office.sell
  if (refusal.reason === 'reason-too-short') return problems['reason-too-short'](refusal.least)
  if (refusal.reason === 'over-limit') {
    return problems['over-limit'](formatEuros(cents(refusal.most), locale))
  }
  const isOurs =
    refusal.reason === 'till-closed' ||
    refusal.reason === 'slip-missing' ||
    refusal.reason === 'slip-used' ||
    refusal.reason === 'not-expired'
  return isOurs ? problems[refusal.reason] : explain(messages.refusals, refusal)
}
