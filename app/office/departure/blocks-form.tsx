import { ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { errorAt, typedFor } from '#app/components/office/refused-form.ts'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Details } from '#app/ui/parts.tsx'

import { Reason, type FormProps } from './form-parts.tsx'

/** The seats that are off sale, each block with the button that gives them back. */
export function Blocks({ departure, refused }: FormProps) {
  const { blocks: words } = translation().messages.office.departure
  const { seen, blocks } = departure
  const mayFree = useMay()('departures.sale')
  if (blocks.length === 0) return null
  return (
    <section id="blocks" className="stack" aria-labelledby="blocks-title">
      <h2 id="blocks-title">{words.title}</h2>
      <ul className="stack">
        {blocks.map(({ blockId, seats, reason, by }) => (
          <li key={blockId} className="row">
            <span>
              {words.block(seats, reason)} <span className="soft small">{by}</span>
            </span>
            {mayFree && (
              <ActForm intent="free" seen={seen}>
                <input type="hidden" name="block" value={blockId} />
                <Button kind="quiet" aria-label={words.freeThese(seats, reason)}>
                  {words.free}
                </Button>
              </ActForm>
            )}
          </li>
        ))}
      </ul>
      {errorAt(refused, 'blocks') && <p className="error">{errorAt(refused, 'blocks')}</p>}
    </section>
  )
}

/** For a bus that is sold: keeps seats for people who have no booking. */
export function BlockForm({ departure, refused }: FormProps) {
  const { blocks: words } = translation().messages.office.departure
  const { seen, isForSale } = departure
  if (!isForSale) return null
  const typed = typedFor(refused, 'block')
  return (
    <Details summary={words.lead} open={Boolean(typed)}>
      <ActForm intent="block" seen={seen} className="stack">
        <p>{words.hint}</p>
        <TextField
          name="block-seats"
          label={words.seats}
          inputMode="numeric"
          defaultValue={typed?.['block-seats']}
          error={errorAt(refused, 'block-seats')}
        />
        <Reason
          id="reason-block"
          typed={typed?.['reason']}
          error={errorAt(refused, 'reason-block')}
        />
        <Button>{words.send}</Button>
      </ActForm>
    </Details>
  )
}
