import { found } from '#app/http/found.ts'
import { findFeed, type FeedFormat } from '#modules/realtime/feeds.server.ts'
import { findEncoding } from '#platform/answers/compress-html.server.ts'

import type { Route } from './+types/realtime'

const TYPES: Record<FeedFormat, string> = {
  pb: 'application/x-protobuf',
  json: 'application/json; charset=utf-8',
}

/** Delays, cancellations and alerts for journey planners, in GTFS Realtime; see docs/realtime.md. */
export async function loader({ params, request }: Route.LoaderArgs) {
  const [name = '', ending = '', ...rest] = params.file.split('.')
  const format = found(rest.length === 0 && isFormat(ending) ? ending : null)
  const { tag, bodyIn } = found(await findFeed(name))
  const etag = `W/"${tag}"`
  // Two seconds in our memory and two in that of others: a delay is everywhere within five.
  const headers = { 'Cache-Control': 'public, max-age=2', ETag: etag, Vary: 'Accept-Encoding' }
  const isKnown = request.headers.get('If-None-Match')?.includes(etag)
  if (isKnown) return new Response(null, { status: 304, headers })
  const encoding = findEncoding(request.headers.get('Accept-Encoding') ?? '')
  const about = { 'Content-Type': TYPES[format], ...(encoding && { 'Content-Encoding': encoding }) }
  return new Response(await bodyIn(format, encoding), { headers: { ...headers, ...about } })
}

function isFormat(ending: string): ending is FeedFormat {
  return Object.hasOwn(TYPES, ending)
}
