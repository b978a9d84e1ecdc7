import type { NextBusView } from '#app/components/ticket/view.ts'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Details } from '#app/ui/parts.tsx'
import { MISSED_UNTIL_HOURS } from '#modules/rules/rules.ts'

/** For travellers who miss, or will miss, their bus: the later bus in one tap. */
export function NextBus({ nextBus, problem }: { nextBus: NextBusView; problem?: string }) {
  const { nextBus: words } = translation().messages.ticket
  const refusal = nextBus.departureId === null ? nextBus.refusal : undefined
  return (
    <section className="next-bus stack not-printed" aria-labelledby="next-bus">
      <h2 id="next-bus">{words.title}</h2>
      {problem && (
        <Notice tone="warning" role="alert">
          <p>{problem}</p>
        </Notice>
      )}
      {!refusal && !nextBus.hasLeft && <p>{words.landing(MISSED_UNTIL_HOURS)}</p>}
      {refusal && !problem && <p>{refusal}</p>}
      {nextBus.departureId === null ? (
        !refusal && <p>{words.none}</p>
      ) : (
        <form method="post" className="stack">
          <p>{words.offer(nextBus.departs, nextBus.fullBefore)}</p>
          <p className="soft small">{words.terms}</p>
          <input type="hidden" name="departure" value={nextBus.departureId} />
          <Button kind={nextBus.hasLeft ? 'action' : 'secondary'}>
            {words.take(nextBus.clock)}
          </Button>
        </form>
      )}
      {nextBus.departureId !== null && nextBus.later.length > 0 && <Later later={nextBus.later} />}
      {!refusal && nextBus.hasLeft && (nextBus.departureId === null || nextBus.fullBefore > 0) && (
        <p>{words.standBy}</p>
      )}
    </section>
  )
}

/** A later bus than the next one, for travellers who know how late they will be. */
function Later({ later }: { later: readonly { departureId: string; clock: string }[] }) {
  const { nextBus: words } = translation().messages.ticket
  return (
    <Details summary={words.laterToday}>
      <form method="post" className="stack">
        <SelectField name="departure" label={words.laterBus} id="later-bus">
          {later.map(({ departureId, clock }) => (
            <option key={departureId} value={departureId}>
              {clock}
            </option>
          ))}
        </SelectField>
        <p>
          <Button>{words.takeLater}</Button>
        </p>
      </form>
    </Details>
  )
}
