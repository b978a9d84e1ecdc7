import { translation } from '#app/i18n/translation.ts'
import { attributes } from '#app/live/contract.ts'
import type { PaymentWatch } from '#app/live/watch-payment.ts'
import watch from '#app/live/watch-payment.ts?worker&url'
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
        {...attributes<PaymentWatch>({
          stateOf: localePath(translation().locale, stateOf),
          watching,
          done,
        })}
      />
      <script src={watch} type="module" />
    </>
  )
}
