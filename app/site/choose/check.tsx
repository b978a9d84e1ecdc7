import { translation } from '#app/i18n/translation.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { formatEuros } from '#platform/money.ts'

import type { ChoiceView, OfferView } from './view.ts'

/** What a press would do, before it does it: `null` is the refund. */
export function Check({ view, offer }: { view: ChoiceView; offer: OfferView | null }) {
  const { locale, messages } = translation()
  const sentences = messages.choose.check
  const { total, until } = view
  return (
    <form method="post" className="stack">
      <h2>{sentences.title}</h2>
      {offer ? (
        <>
          <p>
            <strong>
              {sentences.move(offer.date, offer.times)}
              {offer.stop && ` ${offer.stop}.`}
            </strong>
          </p>
          {offer.late && <p>{offer.late}</p>}
          <p>{sentences.ticket(until)}</p>
        </>
      ) : (
        <p>
          <strong>{sentences.refund(formatEuros(total, locale))}</strong>
        </p>
      )}
      <ul className="choose-buttons">
        <li>
          <Button kind="action" wide name="choice" value={offer?.offerId ?? 'refund'}>
            {offer ? sentences.yes : sentences.yesRefund}
          </Button>
        </li>
        <li>
          <LinkButton wide href="?">
            {sentences.back}
          </LinkButton>
        </li>
      </ul>
    </form>
  )
}
