import { translation } from '#app/i18n/translation.ts'
import { QUIET_DOTS } from '#modules/documents/qr.ts'
import { ticketWords } from '#modules/documents/words/words.ts'

import type { TicketCodeView } from './view.ts'

/**
 * Dark on white in every colour scheme, since scanners expect that, and large for cracked screens.
 */
export function TicketCode({ ticket: { qr, isDemonstration } }: { ticket: TicketCodeView }) {
  const words = ticketWords(translation().locale).ticket
  const side = qr.dots + 2 * QUIET_DOTS
  return (
    <figure className="pass-code">
      <svg
        viewBox={`${-QUIET_DOTS} ${-QUIET_DOTS} ${side} ${side}`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- inline, so that it works offline
        role="img"
        aria-label={words.qr(qr.number)}
        shapeRendering="crispEdges"
      >
        <rect x={-QUIET_DOTS} y={-QUIET_DOTS} width={side} height={side} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <figcaption className="small">
        {words.show}
        {isDemonstration && <strong>{words.demonstration}</strong>}
      </figcaption>
    </figure>
  )
}
