import { translation } from '#app/i18n/translation.ts'
import { attributes } from '#app/live/contract.ts'
import type { KeptTickets } from '#app/live/keep-ticket.ts'
import script from '#app/live/keep-ticket.ts?worker&url'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

/** Stores these tickets and their list in the browser for offline use. */
export function KeepTickets({ tickets }: { tickets: readonly string[] }) {
  const { locale } = translation()
  return (
    <script
      src={script}
      type="module"
      {...attributes<KeptTickets>({
        list: localePath(locale, paths.bookings()),
        scope: `${localePath(locale, paths.ticket(''))}/`,
        tickets: tickets.join(' '),
      })}
    />
  )
}
