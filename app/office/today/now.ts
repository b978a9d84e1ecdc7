import { data } from 'react-router'

import { staffOf } from '#app/office/guard.server.ts'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/now'
import { showLive } from './view.server.ts'

/*
 * The part of Today that changes, which Today fetches every half minute. It has an address of its own
 * and is no query of Today, so that the guard knows it from a visit: a screen that refreshes itself
 * keeps nobody signed in.
 */
export async function loader({ context }: Route.LoaderArgs) {
  return data(await showLive(staffOf(context), now()), { headers: { 'Cache-Control': 'no-store' } })
}
