import type { NextBusView } from '#app/components/ticket/view.ts'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** For travellers who miss, or will miss, their bus: the later bus in one tap. */
export function NextBus({ nextBus, problem }: { nextBus: NextBusView; problem?: string }) {
  const { nextBus: words } = translation().messages.ticket
  return (
    <section className="next-bus stack not-printed" aria-labelledby="next-bus">
      <h2 id="next-bus">{words.title}</h2>
      {problem && (
        <Notice tone="warning" role="alert">
          <p>{problem}</p>
        </Notice>
      )}
      {nextBus.departureId === null ? (
        <p>{words.none}</p>
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
    </section>
  )
}
