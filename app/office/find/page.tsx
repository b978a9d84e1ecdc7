import { redirect } from 'react-router'

import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { MAX_QUERY_LENGTH } from '#modules/orders/reads/search-query.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/page'
import styles from './find.css?inline'
import { FoundList } from './found-list.tsx'
import { SearchFilterBar } from './search-filter-bar.tsx'
import { readSearchAddress, showSearch } from './view.server.ts'

export const handle = { shell: 'office', styles } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.find.title) }]

/**
 * Finds bookings. A single one that was found for certain opens at once; a card number leaves the
 * address, and with it the history of the browser.
 */
export async function loader({ url }: Route.LoaderArgs) {
  const isCardNumber = url.searchParams.get('refused') === 'card-number'
  const view = await showSearch({ ...readSearchAddress(url), isCardNumber, now: now() })
  if (view.isCardNumber) throw goTo(paths.officeFind('refused=card-number'))
  const [only, ...others] = view.rows ?? []
  const isCertain = view.typed !== '' && others.length === 0 && only && only.by !== 'similar'
  if (isCertain) throw goTo(paths.officeBooking(only.reference))
  return view
}

function goTo(path: string): Response {
  return redirect(localePath(translation().locale, path), 303)
}

export default function Find({ loaderData: view }: Route.ComponentProps) {
  const { locale, messages } = translation()
  const { find } = messages.office
  return (
    <div className="stack">
      <h1>{find.title}</h1>
      <form className="row find-form" action={localePath(locale, paths.officeFind())}>
        <TextField
          id="search"
          name="q"
          type="search"
          label={find.label}
          hint={find.hint}
          error={view.problem ?? undefined}
          defaultValue={view.typed}
          maxLength={MAX_QUERY_LENGTH}
          autoComplete="off"
        />
        <Button kind="action">{find.submit}</Button>
      </form>
      <SearchFilterBar view={view} />
      {view.findsWordStarts && <Notice>{find.wordStarts}</Notice>}
      {view.rows && <FoundList view={view} rows={view.rows} />}
    </div>
  )
}
