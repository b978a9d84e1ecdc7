import { ActForm } from '#app/components/office/act-form.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'

import type { PartyRow } from './view.server.ts'

/** A box to tick on paper; on screen how many are aboard, and the buttons to say so. */
export function TickForm({ row, mayTick }: { row: PartyRow; mayTick: boolean }) {
  const sentences = translation().messages.office.manifest
  const { people, aboard, ticked, rowId } = row
  return (
    <div className="tick" id={rowId}>
      <span className="on-paper tick-box" aria-hidden="true" />
      {aboard > 0 && (
        <p>
          <strong>{sentences.aboard(aboard, people)}</strong> <span className="soft">{ticked}</span>
        </p>
      )}
      {mayTick && aboard < people && <Board row={row} />}
      {mayTick && aboard > 0 && (
        <ActForm intent="untick" className="not-printed">
          <Party row={row} />
          <Button kind="quiet" aria-label={sentences.untickOf(row.leader)}>
            {sentences.untick}
          </Button>
        </ActForm>
      )}
      {!mayTick && aboard === 0 && <span className="not-printed">–</span>}
    </div>
  )
}

/** All of the party with one press; a part of it behind a fold. */
function Board({ row }: { row: PartyRow }) {
  const sentences = translation().messages.office.manifest
  const { people, leader } = row
  const fewer = Array.from({ length: people - 1 }, (_, index) => index + 1)
  return (
    <>
      <ActForm intent="tick" className="not-printed">
        <Party row={row} />
        <Button name="aboard" value={people} aria-label={`${sentences.tick(people)}: ${leader}`}>
          {sentences.tick(people)}
        </Button>
      </ActForm>
      {fewer.length > 0 && (
        <details className="not-printed">
          <summary>{sentences.fewer}</summary>
          <ActForm intent="tick" className="row">
            <Party row={row} />
            {fewer.map((count) => (
              <Button
                key={count}
                name="aboard"
                value={count}
                aria-label={sentences.tickOf(count, leader)}
              >
                {count}
              </Button>
            ))}
          </ActForm>
        </details>
      )}
    </>
  )
}

function Party({ row: { bookingId, position, rowId } }: { row: PartyRow }) {
  return (
    <>
      <input type="hidden" name="booking" value={bookingId} />
      <input type="hidden" name="position" value={position} />
      <input type="hidden" name="row" value={rowId} />
    </>
  )
}
