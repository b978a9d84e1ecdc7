import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

/** The sale at the door, filled by phone/state/sell-screen.ts. */
export function SellScreen() {
  const { common, office } = translation().messages
  const { walkUp: words } = office.boarding.phone
  return (
    <section data-screen="sell" className="stack" hidden aria-label={words.tab}>
      <form id="sell" className="stack" noValidate>
        <div id="sell-stops" className="stack">
          <label className="stack">
            {words.from}
            <select id="sell-from" className="input" aria-label={words.from} />
          </label>
          <label className="stack">
            {words.to}
            <select id="sell-to" className="input" aria-label={words.to} />
          </label>
        </div>
        {PASSENGER_CATEGORIES.map((category) => {
          const label = common.categories[category].field
          return (
            <div key={category} className="sell-people">
              <span id={`sell-${category}-label`}>{label}</span>
              <Button type="button" data-fewer={category} aria-label={words.fewer(label)}>
                −
              </Button>
              <output data-people={category} aria-labelledby={`sell-${category}-label`}>
                0
              </output>
              <Button type="button" data-more={category} aria-label={words.more(label)}>
                +
              </Button>
            </div>
          )
        })}
        <output id="sell-why" className="state" />
        <div className="sell-row">
          <UndoButton />
          <Button kind="action" id="sell-button" />
        </div>
      </form>
      <div id="sold" className="stack" hidden>
        <output id="sold-words" className="state state-go" />
        <div id="sold-code" className="sold-code" />
        <p id="sold-number" className="boarding-title" />
        <div className="sell-row">
          <UndoButton />
          <Button type="button" kind="action" id="sell-next">
            {words.next}
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Of the last sale, while it may be undone. */
function UndoButton() {
  const { walkUp: words } = translation().messages.office.boarding.phone
  return (
    <Button type="button" data-undo hidden>
      {words.undo}
    </Button>
  )
}

/** The till of the member, where the cash of these sales is counted. */
export function TillLink() {
  const { locale, messages } = translation()
  return (
    <a
      className="button button-wide"
      href={localePath(locale, paths.officeTill())}
      target="_blank"
      rel="noopener"
    >
      {messages.office.boarding.phone.walkUp.till}
    </a>
  )
}
