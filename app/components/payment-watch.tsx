import { translation } from '#app/i18n/translation.ts'
import watch from '#app/live/watch-payment.js?url'
import { localePath } from '#platform/locale.ts'

type WatchProps = {
  /** Answers in one word whether there is news; the plain path of the endpoint. */
  stateOf: string
  watching: string
  done: string
}

/** Looks again by itself, with script, and says so politely. */
export function Watch({ stateOf, watching, done }: WatchProps) {
  return (
    <>
      <p
        id="watch"
        className="soft"
        aria-live="polite"
        data-state-of={localePath(translation().locale, stateOf)}
        data-watching={watching}
        data-done={done}
      />
      <script src={watch} defer />
    </>
  )
}
