import { found } from '#app/http/found.ts'
import { findDraftFile } from '#modules/gtfs/draft/find-drafts.server.ts'

import type { Route } from './+types/feed.zip'

/** The feed of a draft, to be changed in an editor and uploaded again. */
export async function loader({ params }: Route.LoaderArgs) {
  const feed = found(await findDraftFile(params.id))
  return new Response(Uint8Array.from(feed), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="timetable.zip"',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
}
