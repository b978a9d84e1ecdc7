import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

/** For guests on a shared device, who have no account to log out of. */
export function ForgetDevice() {
  const { locale, messages } = translation()
  const { forget } = messages.bookings
  return (
    <section className="stack forget-device" aria-labelledby="forget-heading">
      <h2 id="forget-heading">{forget.title}</h2>
      <p className="soft">{forget.text}</p>
      <form method="post" action={localePath(locale, paths.bookings())}>
        <Button name="intent" value="forget">
          {forget.button}
        </Button>
      </form>
    </section>
  )
}
