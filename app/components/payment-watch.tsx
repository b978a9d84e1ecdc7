import { translation } from '#app/i18n/translation.ts'
import watch from '#app/live/watch-payment.js?url'
import { localePath } from '#platform/locale.ts'

type WatchProps = {
  /**
   * The path, without a language, of the endpoint that says in one word whether the status has
   * changed.
   */
  stateOf: string
  watching: string
  done: string
}

/** With script, polls for changes and announces them politely. */
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
