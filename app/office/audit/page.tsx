import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/page'
import { Acts } from './acts.tsx'
import styles from './audit.css?inline'
import { Filter } from './filter.tsx'
import { showAudit } from './view.server.ts'

export const handle = { shell: 'office', styles } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.audit.title) }]

export function loader({ url }: Route.LoaderArgs) {
  return showAudit(url, now())
}

/** Every act with its person, time and reason: nothing here can be changed. */
export default function Audit({ loaderData }: Route.ComponentProps) {
  const { audit } = translation().messages.office
  return (
    <>
      <h1>{audit.title}</h1>
      <Filter view={loaderData} />
      <Acts view={loaderData} />
      <p className="not-printed">
        <a href={loaderData.csv} download>
          {audit.csv}
        </a>
      </p>
    </>
  )
}
