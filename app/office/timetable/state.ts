import { found } from '#app/http/found.ts'
import { findDraft } from '#modules/gtfs/draft/find-drafts.server.ts'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/state'

/** The endpoint that the page of a draft polls while its preview is made or it is published, in one word. */
export async function loader({ params }: Route.LoaderArgs) {
  const { isBusy } = found(await findDraft(params.id, now()))
  return Response.json({ outcome: isBusy ? 'processing' : 'known' })
}
