import { chooseFormat } from '#platform/images/image-options.ts'
import { optimiseImage } from '#platform/images/images.server.ts'

import type { Route } from './+types/image'

const STATUS = { unknown: 404, unreadable: 404, busy: 429 } as const

/** One of our raster images in one of the sizes that pages use. */
export async function loader({ params, request }: Route.LoaderArgs) {
  const options = chooseFormat(params.options, request.headers.get('Accept') ?? '')
  const outcome = await optimiseImage(params.name, options)
  if (!outcome.ok) {
    const again = outcome.reason === 'busy' ? { 'Retry-After': '1' } : {}
    return new Response(null, { status: STATUS[outcome.reason], headers: again })
  }
  const headers = {
    'Content-Type': outcome.type,
    'Cache-Control': 'public, max-age=86400',
    Vary: 'Accept',
  }
  return new Response(outcome.bytes, { headers })
}
