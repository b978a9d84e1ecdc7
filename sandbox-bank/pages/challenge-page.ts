import { CHALLENGE_MINUTES } from '#bank/order-steps.ts'
import type { Order } from '#bank/order.ts'
import { html } from '#platform/html.ts'
import type { Locale } from '#platform/locale.ts'

import { layout } from './layout.ts'
import { clockTime, errorSummary, pathTo, price, textField } from './parts.ts'
import { sentences } from './sentences.ts'

type ChallengePage = { order: Order; locale: Locale; problem?: 'codeInvalid' | 'codeWrong' }

/** 3-D Secure: the card's bank asks for proof that its owner is paying. */
export function challengePage({ order, locale, problem }: ChallengePage) {
  const words = sentences[locale]
  const text = problem && words[problem]
  const endsAt = order.challenge?.endsAt ?? order.createdAt.add({ minutes: CHALLENGE_MINUTES })
  const card = order.card ? words.cardEnding(order.card.brand, order.card.last4) : ''
  const main = html`<main id="main" class="narrow">
    <div class="sheet">
      <h1>${words.challengeTitle}</h1>
      ${errorSummary({ locale, problems: text ? [{ field: 'code', text }] : [] })}
      <p>${words.challengeText(price(order.amount, locale), card)}</p>
      <p>${words.challengeCodes}</p>
      <form method="post" action="${pathTo('3ds', order, locale)}" novalidate>
        ${textField({ name: 'code', label: words.code, hint: words.codeHint, problem: text, isDigits: true, longest: 8 })}
        <button class="main">${words.confirm}</button>
        <button class="plain" name="answer" value="cancel">${words.cancelChallenge}</button>
      </form>
      <p class="clock quiet">${words.challengeUntil(clockTime(endsAt))}</p>
    </div>
  </main>`
  const path = `/3ds/${order.id}`
  return layout({ locale, title: words.challengeTitle, path, hasErrors: Boolean(text), main })
}
