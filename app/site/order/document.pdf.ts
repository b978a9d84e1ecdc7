import { found } from '#app/http/found.ts'
import { answerPdf } from '#app/http/pdf-response.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { renderReceiptPdf } from '#modules/documents/render-pdf.server.ts'
import { findDocument } from '#modules/orders/reads/find-documents.server.ts'

import type { Route } from './+types/document.pdf'

const FILE = /^([^.]+)\.pdf$/

/**
 * A receipt or credit note of an order, "R-000042.pdf", for any visitor with the link to the order.
 */
export async function loader({ params, request }: Route.LoaderArgs) {
  const number = FILE.exec(params.file)?.[1] ?? ''
  const paper = found(await findDocument({ manageId: params.id, number }, translation().locale))
  return answerPdf(request, params.id, `halcyon-${number}.pdf`, () => renderReceiptPdf(paper))
}
