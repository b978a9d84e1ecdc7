import { createHash } from 'node:crypto'

import { found } from '#app/http/found.ts'
import { findFeedFile } from '#modules/gtfs/write/keep-feed.server.ts'

import type { Route } from './+types/gtfs'

/** The timetable and the fares for journey planners, as a GTFS feed; see docs/realtime.md. */
export async function loader({ request }: Route.LoaderArgs) {
  const { feed } = found(await findFeedFile())
  const etag = `"${createHash('sha256').update(feed).digest('base64url').slice(0, 16)}"`
  const headers = { 'Cache-Control': 'public, max-age=3600', ETag: etag }
  const isKnown = request.headers.get('If-None-Match')?.includes(etag)
  if (isKnown) return new Response(null, { status: 304, headers })
  return new Response(Uint8Array.from(feed), {
    headers: { ...headers, 'Content-Type': 'application/zip' },
  })
}
