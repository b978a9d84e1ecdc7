import { translation } from '#app/i18n/translation.ts'
import type { Placeholders } from '#modules/content/figures.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import {
  ACCOUNT_MAIL_DAYS_KEPT,
  ATTEMPT_DAYS_KEPT,
  BOOKS_YEARS_KEPT,
  CART_HOURS_KEPT,
  COMPLAINT_MONTHS_KEPT,
  ENQUIRY_MONTHS_KEPT,
  GUEST_MONTHS_KEPT,
  HOLDER_HOURS,
  KNOWN_BROWSER_DAYS,
  LANGUAGE_DAYS,
  LOG_DAYS_KEPT,
  PROOF_HOURS,
  SESSION_DAYS,
  SESSION_IDLE_DAYS,
  PHONE_DAYS_KEPT,
  PHONE_HOURS_KEPT,
  WHEELCHAIR_DAYS_KEPT,
} from '#modules/rules/kept.ts'
import {
  ADULT_FROM_AGE,
  BELT_AGE,
  BE_THERE_MINUTES,
  CHILD_FROM_AGE,
  CHOICE_FROM_MINUTES,
  COACH_SEATS,
  COMPLAIN_WITHIN_MONTHS,
  CORRECTION_MINUTES,
  DAMAGE_REPORT_DAYS,
  FEE_PER_REFUND,
  FINAL_ANSWER_MONTHS,
  FIRST_ANSWER_MONTHS,
  HOLD_MINUTES,
  LUGGAGE_KG,
  MAX_HOLD_MINUTES,
  MAX_PASSENGERS,
  MAX_PET_KG,
  MAX_PRIVATE_HIRE_PEOPLE,
  MAX_RIDES,
  MAX_VIP_PEOPLE,
  MIDICOACH_SEATS,
  MINDER_AGE,
  MIN_COACH_HIRE_PEOPLE,
  MISSED_FROM_HOURS,
  MISSED_UNTIL_HOURS,
  MOVED_WITHIN_HOURS,
  NEAR_STOP_KILOMETRES,
  NOTICE_HOURS,
  PAY_UNTIL_MINUTES,
  RETIMED_CHOICE_MINUTES,
  SALE_CLOSES_MINUTES,
  SHORT_HOLD_MINUTES,
  TELL_FROM_MINUTES,
  WHEELCHAIR_NOTICE_HOURS,
} from '#modules/rules/rules.ts'
import { company } from '#operator'
import { decimalText } from '#platform/format/numbers.ts'
import { MAILBOX_DAYS_KEPT } from '#platform/mail/mailbox.server.ts'
import { formatEuros } from '#platform/money.ts'
import { PRESSES_MINUTES, VISITOR_DAYS } from '#platform/requests/session.server.ts'
import { env } from '#platform/settings/env.server.ts'

/**
 * Values for the texts that do not come from the timetable, each from the constant or setting that
 * the program itself uses, so that no text can disagree with it.
 */
export function settledFigures(): Placeholders {
  return { ...companyFacts(), ...rules(), ...vehicles(), ...periods(), ...sentences() }
}

function companyFacts() {
  const { locale } = translation()
  const { address, hours } = company()
  return {
    name: company().name,
    'short-name': company().shortName,
    'legal-name': company().legalName,
    'founded-in': String(company().foundedIn),
    address: address[locale],
    phone: company().phone.replaceAll(' ', '\u00A0'),
    'phone-digits': company().phone.replaceAll(' ', ''),
    email: company().email,
    'company-number': company().companyNumber,
    'vat-number': company().vatNumber,
    licence: company().licence,
    'hours-from': hours.from,
    'hours-until': hours.until,
  }
}

function rules() {
  const { locale } = translation()
  return inWords({
    fee: formatEuros(FEE_PER_REFUND, locale),
    'moved-within-hours': MOVED_WITHIN_HOURS,
    'notice-hours': NOTICE_HOURS,
    'wheelchair-hours': WHEELCHAIR_NOTICE_HOURS,
    'be-there-minutes': BE_THERE_MINUTES,
    'hold-minutes': HOLD_MINUTES,
    'short-hold-minutes': SHORT_HOLD_MINUTES,
    'longest-hold-minutes': MAX_HOLD_MINUTES,
    'sale-closes-minutes': SALE_CLOSES_MINUTES,
    'pay-until-minutes': PAY_UNTIL_MINUTES,
    'told-from-minutes': TELL_FROM_MINUTES,
    'late-choice-minutes': CHOICE_FROM_MINUTES,
    'new-time-minutes': RETIMED_CHOICE_MINUTES,
    'near-stop-kilometres': NEAR_STOP_KILOMETRES,
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
    'vat-percent': decimalText(env().VAT_PERCENT, locale),
    'complain-within-months': COMPLAIN_WITHIN_MONTHS,
    'first-answer-months': FIRST_ANSWER_MONTHS,
    'final-answer-months': FINAL_ANSWER_MONTHS,
  })
}

function vehicles() {
  return inWords({
    'vip-most-people': MAX_VIP_PEOPLE,
    'private-hire-most-people': MAX_PRIVATE_HIRE_PEOPLE,
    'coach-hire-least-people': MIN_COACH_HIRE_PEOPLE,
    'midicoach-seats': MIDICOACH_SEATS,
    'coach-seats': COACH_SEATS,
  })
}

/** The retention periods of personal data. */
function periods() {
  return inWords({
    'visitor-days': VISITOR_DAYS,
    'presses-minutes': PRESSES_MINUTES,
    'language-days': LANGUAGE_DAYS,
    'holder-hours': HOLDER_HOURS,
    'session-days': SESSION_DAYS,
    'session-idle-days': SESSION_IDLE_DAYS,
    'browser-days': KNOWN_BROWSER_DAYS,
    'proof-hours': PROOF_HOURS,
    'account-mail-days': ACCOUNT_MAIL_DAYS_KEPT,
    'cart-hours': CART_HOURS_KEPT,
    'phone-days': PHONE_DAYS_KEPT,
    'boarding-hours': PHONE_HOURS_KEPT,
    'wheelchair-days': WHEELCHAIR_DAYS_KEPT,
    'books-years': BOOKS_YEARS_KEPT,
    'log-days': LOG_DAYS_KEPT,
    'guest-months': GUEST_MONTHS_KEPT,
    'attempt-days': ATTEMPT_DAYS_KEPT,
    'mailbox-days': MAILBOX_DAYS_KEPT,
    'enquiry-months': ENQUIRY_MONTHS_KEPT,
    'complaint-months': COMPLAINT_MONTHS_KEPT,
  })
}

/** Sentences that several texts share. They may contain links. */
function sentences(): Placeholders {
  const { locale, messages } = translation()
  const { texts } = messages
  const { sellsOnBoard } = company()
  return {
    'how-to-change': { markdown: texts.howToChange },
    'how-to-move': { markdown: texts.howToMove(MISSED_FROM_HOURS, MISSED_UNTIL_HOURS) },
    'refund-days': letterWords(locale).money.days,
    'pay-the-driver': { markdown: texts.payTheDriver(sellsOnBoard, SALE_CLOSES_MINUTES) },
    'pay-the-driver-terms': texts.payTheDriverTerms(sellsOnBoard),
  }
}

function inWords(figures: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, String(value)]))
}
