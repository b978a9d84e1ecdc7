import { Button } from '#app/ui/button.tsx'
import { PASSENGER_CATEGORIES, type PassengerCategory } from '#modules/fares/passengers.ts'
import { numberOf, offerOf, type Offer } from '#phone/state/sale.ts'
import { fill } from '#phone/state/start.ts'
import type { SoldTicket } from '#phone/state/state.ts'
import { undoable } from '#phone/state/work.ts'

import { QrPicture } from './qr-picture.tsx'
import { Screen, useIsShown, useView } from './view.tsx'

/** The sale at the door. */
export function SellScreen() {
  const { start, state } = useView()
  const isShown = useIsShown('sell')
  const { sold } = state.sale
  const offer = isShown ? offerOf(state, start) : undefined
  return (
    <Screen name="sell" label={start.words.walkUp.tab}>
      {offer && !sold && <SaleForm offer={offer} />}
      {isShown && sold && <Sold sold={sold} />}
    </Screen>
  )
}

function SaleForm({ offer }: { offer: Offer }) {
  const { act } = useView()
  const sell = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void act({ does: 'sell' })
  }
  return (
    <form id="sell" className="stack" noValidate onSubmit={sell}>
      <Stops offer={offer} />
      {PASSENGER_CATEGORIES.map((category) => (
        <People key={category} category={category} />
      ))}
      <output id="sell-why" className={`state state-${offer.tone}`}>
        {offer.says}
      </output>
      <div className="sell-row">
        <UndoButton />
        <Button kind="action" id="sell-button" disabled={!offer.isSold}>
          {offer.press}
        </Button>
      </div>
    </form>
  )
}

function Stops({ offer }: { offer: Offer }) {
  const { start, act } = useView()
  const { walkUp: words } = start.words
  const { departureId } = offer
  return (
    <div id="sell-stops" className="stack" hidden={!offer.hasChoice}>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className="stack">
          {words[end]}
          <select
            id={`sell-${end}`}
            className="input"
            aria-label={words[end]}
            value={offer[end]}
            onChange={(event) => {
              const chosen = { from: offer.from, to: offer.to }
              chosen[end] = Number(event.currentTarget.value)
              void act({ does: 'choose-stops', departureId, ...chosen })
            }}
          >
            {(end === 'from' ? offer.begins : offer.ends).map(({ position, name }) => (
              <option key={position} value={position}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
  )
}

function People({ category }: { category: PassengerCategory }) {
  const { start, state, act } = useView()
  const { label, fewer, more } = start.categories[category]
  return (
    <div className="sell-people">
      <span id={`sell-${category}-label`}>{label}</span>
      <Button
        type="button"
        data-fewer={category}
        aria-label={fewer}
        onClick={() => act({ does: 'change-people', category, by: -1 })}
      >
        −
      </Button>
      <output data-people={category} aria-labelledby={`sell-${category}-label`}>
        {state.sale.people[category]}
      </output>
      <Button
        type="button"
        data-more={category}
        aria-label={more}
        onClick={() => act({ does: 'change-people', category, by: 1 })}
      >
        +
      </Button>
    </div>
  )
}

/** The ticket that the passengers photograph. */
function Sold({ sold }: { sold: SoldTicket }) {
  const { start, act } = useView()
  const { walkUp: words } = start.words
  return (
    <div id="sold" className="stack">
      <output id="sold-words" className="state state-go">
        {fill(words.sold, sold.people)}
      </output>
      <div id="sold-code" className="sold-code">
        <QrPicture picture={sold.picture} />
      </div>
      <p id="sold-number" className="boarding-title">
        {fill(words.show, sold.number)}
      </p>
      <div className="sell-row">
        <UndoButton />
        <Button
          type="button"
          kind="action"
          id="sell-next"
          onClick={() => act({ does: 'next-sale' })}
        >
          {words.next}
        </Button>
      </div>
    </div>
  )
}

/** Of the last sale, from its ticket and from the next sale, while it may be undone. */
function UndoButton() {
  const { start, state, act } = useView()
  const { walkUp: words } = start.words
  const sold = undoable(state, state.seenAt)
  if (!sold) return null
  return (
    <Button
      type="button"
      data-undo
      aria-label={fill(words.undoLabel, numberOf(sold))}
      onClick={() => act({ does: 'undo' })}
    >
      {words.undo}
    </Button>
  )
}
