import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { company } from '#operator'

import type { PaymentView } from './view.ts'

/** The status is the title, so that it is visible among other tabs. */
export function titleOf(payment: PaymentView | undefined): string {
  const { payment: sentences } = translation().messages
  const isChanged = payment?.isForChange === true && payment.outcome === 'confirmed'
  const titles: Record<PaymentView['outcome'], string> = {
    confirmed: isChanged ? sentences.change.title : sentences.confirmed.title,
    processing: sentences.processing.title,
    unpaid: sentences.unpaid.title,
    failed: sentences.failed.title,
    'given-back': sentences.givenBack.title,
    review: sentences.review.title,
  }
  return payment ? tabTitle(titles[payment.outcome]) : company().shortName
}
