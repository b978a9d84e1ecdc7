import { HOLDER_HOURS } from '#app/http/holder-cookie.server.ts'
import { KNOWN_BROWSER_DAYS } from '#app/http/known-browser.server.ts'
import { LANGUAGE_DAYS } from '#app/http/locale.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { SESSION_DAYS, SESSION_IDLE_DAYS } from '#modules/accounts/session-days.ts'
import { PROOF_HOURS } from '#modules/accounts/sign-up.server.ts'
import { ACCOUNT_MAIL_DAYS_KEPT } from '#modules/accounts/tidy-accounts.server.ts'
import {
  BELT_AGE,
  BOOKS_YEARS_KEPT,
  DAMAGE_REPORT_DAYS,
  MINDER_AGE,
  MAX_PET_KG,
} from '#modules/content/carriage.ts'
import type { Placeholders } from '#modules/content/figures.ts'
import { ticketWords } from '#modules/documents/words/words.ts'
import {
  COMPLAIN_WITHIN_MONTHS,
  FINAL_ANSWER_MONTHS,
  FIRST_ANSWER_MONTHS,
} from '#modules/enquiries/complaints.ts'
import {
  COACH_HIRE_MIN_PEOPLE,
  COACH_SEATS,
  MIDICOACH_SEATS,
  PRIVATE_HIRE_MAX_PEOPLE,
  VIP_MAX_PEOPLE,
} from '#modules/enquiries/forms.ts'
import {
  COMPLAINT_MONTHS_KEPT,
  ENQUIRY_MONTHS_KEPT,
} from '#modules/enquiries/tidy-enquiries.server.ts'
import { ADULT_FROM_AGE, CHILD_FROM_AGE } from '#modules/fares/passengers.ts'
import { CART_HOURS_KEPT } from '#modules/orders/cart/delete-old-carts.server.ts'
import { MAX_PASSENGERS, MAX_RIDES } from '#modules/orders/order/limits.ts'
import { CORRECTION_MINUTES } from '#modules/orders/policy/amendment.ts'
import { MISSED_FROM_HOURS, MISSED_UNTIL_HOURS } from '#modules/orders/policy/missed-bus.ts'
import { ATTEMPT_DAYS_KEPT, GUEST_MONTHS_KEPT } from '#modules/privacy/forget-travellers.server.ts'
import { WHEELCHAIR_DAYS_KEPT } from '#modules/privacy/forget-wheelchairs.server.ts'
import {
  HOLD_MINUTES,
  MAX_HOLD_MINUTES,
  PAY_UNTIL_MINUTES,
  SALE_CLOSES_MINUTES,
  SHORT_HOLD_MINUTES,
  WHEELCHAIR_NOTICE_HOURS,
} from '#modules/seats/seats.ts'
import {
  BE_THERE_MINUTES,
  FEE_PER_REFUND,
  LUGGAGE_KG,
  NOTICE_HOURS,
} from '#modules/tickets/ticket.ts'
import { operator } from '#operator'
import { env } from '#platform/env.server.ts'
import { MAILBOX_DAYS_KEPT } from '#platform/mailbox.server.ts'
import { formatEuros } from '#platform/money.ts'
import { VISITOR_DAYS } from '#platform/session.server.ts'

/**
 * What the texts are handed that does not come from the timetable: each from the constant or the
 * setting that the program itself goes by, so that a text cannot say something else.
 */
export function settledFigures(): Placeholders {
  return { ...company(), ...rules(), ...vehicles(), ...periods(), ...sentences() }
}

function company() {
  const { locale } = translation()
  const { address, hours } = operator
  return {
    name: operator.name,
    'short-name': operator.shortName,
    'legal-name': operator.legalName,
    'founded-in': String(operator.foundedIn),
    address: address[locale],
    phone: operator.phone.replaceAll(' ', '\u00A0'),
    'phone-digits': operator.phone.replaceAll(' ', ''),
    email: operator.email,
    'company-number': operator.companyNumber,
    'vat-number': operator.vatNumber,
    licence: operator.licence,
    'hours-from': hours.from,
    'hours-until': hours.until,
  }
}

function rules() {
  const { locale } = translation()
  return inWords({
    fee: formatEuros(FEE_PER_REFUND, locale),
    'notice-hours': NOTICE_HOURS,
    'wheelchair-hours': WHEELCHAIR_NOTICE_HOURS,
    'be-there-minutes': BE_THERE_MINUTES,
    'hold-minutes': HOLD_MINUTES,
    'short-hold-minutes': SHORT_HOLD_MINUTES,
    'longest-hold-minutes': MAX_HOLD_MINUTES,
    'sale-closes-minutes': SALE_CLOSES_MINUTES,
    'pay-until-minutes': PAY_UNTIL_MINUTES,
    'most-rides': MAX_RIDES,
    'most-passengers': MAX_PASSENGERS,
    'luggage-kg': LUGGAGE_KG,
    'pet-kg': MAX_PET_KG,
    'minder-age': MINDER_AGE,
    'belt-age': BELT_AGE,
    'child-from-age': CHILD_FROM_AGE,
    'child-until-age': ADULT_FROM_AGE - 1,
    'adult-from-age': ADULT_FROM_AGE,
    'correction-minutes': CORRECTION_MINUTES,
    'damage-days': DAMAGE_REPORT_DAYS,
    'vat-percent': String(env().VAT_PERCENT).replace('.', locale === 'el' ? ',' : '.'),
    'complain-within-months': COMPLAIN_WITHIN_MONTHS,
    'first-answer-months': FIRST_ANSWER_MONTHS,
    'final-answer-months': FINAL_ANSWER_MONTHS,
  })
}

function vehicles() {
  return inWords({
    'vip-most-people': VIP_MAX_PEOPLE,
    'private-hire-most-people': PRIVATE_HIRE_MAX_PEOPLE,
    'coach-hire-least-people': COACH_HIRE_MIN_PEOPLE,
    'midicoach-seats': MIDICOACH_SEATS,
    'coach-seats': COACH_SEATS,
  })
}

/** How long what is stored about somebody is kept. */
function periods() {
  return inWords({
    'visitor-days': VISITOR_DAYS,
    'language-days': LANGUAGE_DAYS,
    'holder-hours': HOLDER_HOURS,
    'session-days': SESSION_DAYS,
    'session-idle-days': SESSION_IDLE_DAYS,
    'browser-days': KNOWN_BROWSER_DAYS,
    'proof-hours': PROOF_HOURS,
    'account-mail-days': ACCOUNT_MAIL_DAYS_KEPT,
    'cart-hours': CART_HOURS_KEPT,
    'wheelchair-days': WHEELCHAIR_DAYS_KEPT,
    'books-years': BOOKS_YEARS_KEPT,
    'guest-months': GUEST_MONTHS_KEPT,
    'attempt-days': ATTEMPT_DAYS_KEPT,
    'mailbox-days': MAILBOX_DAYS_KEPT,
    'enquiry-months': ENQUIRY_MONTHS_KEPT,
    'complaint-months': COMPLAINT_MONTHS_KEPT,
  })
}

/** Said in several texts, and bound to change in all of them at once. They may hold links, as texts do. */
function sentences(): Placeholders {
  const { locale, messages } = translation()
  const words = ticketWords(locale)
  return {
    'how-to-change': { markdown: messages.texts.howToChange },
    'how-to-move': { markdown: messages.texts.howToMove(MISSED_FROM_HOURS, MISSED_UNTIL_HOURS) },
    'refund-days': words.letters.money.days,
  }
}

function inWords(figures: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, String(value)]))
}
