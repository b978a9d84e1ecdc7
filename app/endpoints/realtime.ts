import { found } from '#app/http/found.ts'
import { findFeed } from '#modules/realtime/feeds.server.ts'

import type { Route } from './+types/realtime'

const TYPES: Record<string, string> = {
  pb: 'application/x-protobuf',
  json: 'application/json; charset=utf-8',
}

/** Delays, cancellations and alerts for journey planners, in GTFS Realtime; see docs/realtime.md. */
export async function loader({ params, request }: Route.LoaderArgs) {
  const [name = '', format = '', ...rest] = params.file.split('.')
  const type = found(rest.length === 0 && Object.hasOwn(TYPES, format) ? TYPES[format] : null)
  const { bytes, json, tag } = found(await findFeed(name))
  const etag = `W/"${tag}"`
  // Two seconds in our memory and two in that of others: a delay is everywhere within five.
  const headers = { 'Cache-Control': 'public, max-age=2', ETag: etag }
  const isKnown = request.headers.get('If-None-Match')?.includes(etag)
  if (isKnown) return new Response(null, { status: 304, headers })
  const body = format === 'pb' ? bytes : json
  return new Response(body, { headers: { ...headers, 'Content-Type': type } })
}
