import { found } from '#app/http/found.ts'
import { answerPdf } from '#app/http/pdf-response.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { renderReceiptPdf } from '#modules/documents/render-pdf.server.ts'
import { findDocument } from '#modules/orders/reads/find-documents.server.ts'
import { findOrderOf } from '#modules/support/find-booking.server.ts'

import type { Route } from './+types/document.pdf'
import { numberOf } from './number-of.ts'

/** A receipt or credit note of a booking, "R-000042.pdf", for staff who may see the booking. */
export async function loader({ params, request }: Route.LoaderArgs) {
  const { manageId } = found(await findOrderOf(params.reference))
  const number = numberOf(params.file)
  const paper = found(await findDocument({ manageId, number }, translation().locale))
  return answerPdf(request, manageId, `halcyon-${number}.pdf`, () => renderReceiptPdf(paper))
}
