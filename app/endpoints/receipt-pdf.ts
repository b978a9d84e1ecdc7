import { data } from 'react-router'

import { translation } from '#app/i18n/translation.ts'
import { findReceipt } from '#modules/orders/find-papers.server.ts'
import { renderReceiptPdf } from '#modules/tickets/render-pdf.server.ts'
import { receiptNumber } from '#modules/tickets/ticket.ts'

import type { Route } from './+types/receipt-pdf'
import { answerPdf } from './answer-pdf.server.ts'

/** The receipt of an order, for whoever holds the address that manages it. */
export async function loader({ params, request }: Route.LoaderArgs) {
  const receipt = await findReceipt(params.id, translation().locale)
  if (!receipt) throw data(null, 404)
  const name = `halcyon-${receiptNumber(receipt)}.pdf`
  return answerPdf(request, name, () => renderReceiptPdf(receipt))
}
