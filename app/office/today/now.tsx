import { data } from 'react-router'

import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { staffOf } from '#app/office/guard.server.ts'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/now'
import { LivePart } from './live-part.tsx'
import { showLive } from './view.server.ts'

/*
 * The part of Today that changes, which the script of Today fetches every half minute. It is a page
 * of its own and not a query of Today, so that the guard knows it from a visit: a screen that
 * refreshes itself keeps nobody signed in.
 */
export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.today.title) }]

export async function loader({ context }: Route.LoaderArgs) {
  return data(await showLive(staffOf(context), now()), { headers: { 'Cache-Control': 'no-store' } })
}

export default function Now({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1>{translation().messages.office.today.title}</h1>
      <LivePart live={loaderData} />
    </>
  )
}
