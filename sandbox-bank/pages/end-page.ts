import type { OrderStatus } from '#bank/order.ts'
import { html } from '#platform/html.ts'
import type { Locale } from '#platform/locale.ts'

import { layout } from './layout.ts'
import { sentences } from './sentences.ts'

const TEXTS = {
  paid: ['paidTitle', 'paidText'],
  processing: ['processingTitle', 'processingText'],
  declined: ['declinedTitle', 'notCharged'],
  expired: ['expiredTitle', 'notCharged'],
  cancelled: ['cancelledTitle', 'notCharged'],
  missing: ['missingTitle', 'missingText'],
  fault: ['faultTitle', 'faultText'],
} as const satisfies Record<
  Exclude<OrderStatus, 'open'> | 'missing' | 'fault',
  readonly [string, string]
>

export type Ending = keyof typeof TEXTS

/** Shown when no payment is possible any more: the reason, and a link back to the shop. */
export function endPage(ending: Ending, locale: Locale, path: string, backTo?: string) {
  const words = sentences[locale]
  const [title, text] = TEXTS[ending]
  const main = html`<main id="main" class="narrow">
    <div class="sheet">
      <h1>${words[title]}</h1>
      <p>${words[text]}</p>
      ${backTo && html`<a class="button main" href="${backTo}">${words.back}</a>`}
    </div>
  </main>`
  return layout({ locale, title: words[title], path, main })
}
