import type { Order } from '#bank/order.ts'
import { html, type Html } from '#platform/html.ts'
import type { Locale } from '#platform/locale.ts'
import { cents, formatEuros } from '#platform/money.ts'

import { sentences } from './sentences.ts'

/** "14:32" in Cyprus, where the bank and its shops are. */
export function clockTime(moment: Temporal.Instant): string {
  const time = moment.toZonedDateTimeISO('Asia/Nicosia').toPlainTime()
  return time.toString({ smallestUnit: 'minute' })
}

export function price(amount: number, locale: Locale): string {
  return formatEuros(cents(amount), locale)
}

/** Pages are in the order's language unless the visitor chose the other. */
export function pathTo(screen: 'pay' | '3ds', order: Order, locale: Locale): string {
  return `/${screen}/${order.id}${locale === order.locale ? '' : `?language=${locale}`}`
}

type Summary = { locale: Locale; problems: readonly { field: string; text: string }[] }

/** All problems of a form, first on the page and focused; each links to its field. */
export function errorSummary({ locale, problems }: Summary): Html | null {
  if (problems.length === 0) return null
  return html`<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="wrong">
    <h2 id="wrong">${sentences[locale].errorTitle}</h2>
    <ul>
      ${problems.map(({ field, text }) => html`<li><a href="#${field}">${text}</a></li>`)}
    </ul>
  </div>`
}

type Field = {
  name: string
  label: string
  hint?: string
  value?: string
  problem?: string | undefined
  isDigits?: boolean
  longest: number
}

/**
 * A labelled input. Autofill is off: browsers know real cards, which must never reach this bank.
 */
export function textField({ name, label, hint, value = '', problem, isDigits, longest }: Field) {
  const describedBy = [hint && `${name}-hint`, problem && `${name}-wrong`].filter(Boolean).join(' ')
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint && html`<span class="hint" id="${name}-hint">${hint}</span>`}
    ${problem && html`<span class="wrong" id="${name}-wrong">${problem}</span>`}
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      maxlength="${longest}"
      autocomplete="off"
      required
      ${isDigits && html`inputmode="numeric" class="digits"`}
      ${describedBy !== '' && html`aria-describedby="${describedBy}"`}
      ${problem && html`aria-invalid="true"`}
    />
  </div>`
}
