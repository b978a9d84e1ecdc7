import { inFours, TEST_CARDS, type CardForm, type CardProblems } from '#bank/cards.ts'
import type { Order } from '#bank/order.ts'
import { html, type Html } from '#platform/html.ts'
import type { Locale } from '#platform/locale.ts'

import { layout } from './layout.ts'
import { clockTime, errorSummary, pathTo, price, textField } from './parts.ts'
import { sentences, type Sentences } from './sentences.ts'

type PayPage = {
  order: Order
  locale: Locale
  now: Temporal.Instant
  /** The typed values without number and code, which are never sent back. */
  typed?: Pick<CardForm, 'expiry' | 'name'>
  problems?: CardProblems
}

const NOTHING_TYPED = { expiry: '', name: '' }

/** The card form, with the amount and the time limit beside it. */
export function payPage({ order, locale, now, typed = NOTHING_TYPED, problems = {} }: PayPage) {
  const words = sentences[locale]
  const said = whatIsWrong(order, problems, words)
  const wrong = (field: keyof CardForm) => said.find((one) => one.field === field)?.text
  const action = pathTo('pay', order, locale)
  const main = html`<main id="main" class="two">
    ${summaryOf(order, locale, now)}
    <div class="sheet">
      <h1>${words.payTitle}</h1>
      ${errorSummary({ locale, problems: said })} ${testCards(words, now)}
      <form method="post" action="${action}" novalidate>
        ${textField({ name: 'number', label: words.number, hint: words.numberHint, problem: wrong('number'), isDigits: true, longest: 30 })}
        <div class="pair">
          ${textField({ name: 'expiry', label: words.expiry, hint: words.expiryHint, value: typed.expiry, problem: wrong('expiry'), longest: 10 })}
          ${textField({ name: 'cvc', label: words.cvc, hint: words.cvcHint, problem: wrong('cvc'), isDigits: true, longest: 4 })}
        </div>
        ${textField({ name: 'name', label: words.name, value: typed.name, problem: wrong('name'), longest: 60 })}
        <button class="main">${words.pay(price(order.amount, locale))}</button>
      </form>
      <form method="post" action="${`/pay/${order.id}/cancel`}">
        <button class="plain">${words.cancel}</button>
      </form>
    </div>
  </main>`
  const hasErrors = said.length > 0
  return layout({ locale, title: words.payTitle, path: `/pay/${order.id}`, hasErrors, main })
}

/** Either the problems of the form, or the reason for which the last card was declined. */
function whatIsWrong(order: Order, problems: CardProblems, words: Sentences) {
  const inForm = (['number', 'expiry', 'cvc', 'name'] as const).flatMap((field) => {
    const problem = problems[field]
    return problem ? [{ field, text: words.problems[problem] }] : []
  })
  if (inForm.length > 0 || !order.lastDecline) return inForm
  const field = order.lastDecline === 'incorrect_cvc' ? 'cvc' : 'number'
  return [{ field, text: words.declines[order.lastDecline] }]
}

function summaryOf(order: Order, locale: Locale, now: Temporal.Instant): Html {
  const words = sentences[locale]
  const secondsLeft = Math.floor(now.until(order.expiresAt).total('seconds'))
  return html`<section class="sheet" aria-labelledby="order">
    <h2 id="order">${words.toPay}</h2>
    <p class="amount">${price(order.amount, locale)}</p>
    <p class="quiet">${order.description}</p>
    ${
      order.lines.length > 0 &&
      html`<ul class="lines">
        ${order.lines.map(
          ({ name, unit, quantity }) =>
            html`<li>
              <span>${words.times(quantity)} ${name}</span>
              <span>${price(unit * quantity, locale)}</span>
            </li>`,
        )}
      </ul>`
    }
    <div class="clock quiet">
      <p>${words.validUntil(clockTime(order.expiresAt))}</p>
      <p data-seconds="${Math.max(0, secondsLeft)}" role="timer" hidden>
        ${words.timeLeft}: <b></b>
      </p>
      <p role="status" data-status data-soon="${words.soonOver}" data-over="${words.timeOver}"></p>
    </div>
  </section>`
}

/** The list of test cards; with script a button fills one into the form. */
function testCards(words: Sentences, now: Temporal.Instant): Html {
  const year = now.toZonedDateTimeISO('UTC').year + 2
  return html`<details>
    <summary>${words.testCards}</summary>
    <p class="quiet">${words.testCardsNote}</p>
    <ul class="cards">
      ${TEST_CARDS.map(
        ({ number, behaviour }) =>
          html`<li>
            <div><code>${inFours(number)}</code> <span>${words.behaviours[behaviour]}</span></div>
            <button
              type="button"
              class="small"
              data-card="${inFours(number)}"
              data-expiry="12/${String(year % 100).padStart(2, '0')}"
              hidden
            >
              <span aria-hidden="true">${words.useShort}</span>
              <span class="hidden">${words.use(number.slice(-4))}</span>
            </button>
          </li>`,
      )}
    </ul>
  </details>`
}
