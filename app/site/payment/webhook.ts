import { notFound } from '#app/http/found.ts'
import { receiveWebhook } from '#modules/payments/webhooks.server.ts'
import { now } from '#platform/clock.server.ts'
import { mayTry } from '#platform/limits/rate-limit.server.ts'

import type { Route } from './+types/webhook'

/** The limit of forged webhooks per address; beyond it they are refused unread (edge case 43). */
const FORGERIES = { name: 'forged-notice', tries: 20, seconds: 600 }

type Call = { request: Request; params: { provider: string } }

/**
 * The webhook endpoint of the providers. It only stores the webhook in the inbox: 200 means stored,
 * and any other status makes the provider try again.
 */
export async function action({ request, params }: Route.ActionArgs) {
  return receive({ request, params }, new Uint8Array(await request.arrayBuffer()))
}

/** JCC can be configured to call by GET, with the webhook in the query. */
export function loader({ request, params }: Route.LoaderArgs) {
  const { search } = new URL(request.url)
  if (search === '') throw notFound()
  return receive({ request, params }, new TextEncoder().encode(search.slice(1)))
}

async function receive({ request, params }: Call, body: Uint8Array): Promise<Response> {
  const { provider } = params
  const received = await receiveWebhook({ provider, headers: request.headers, body, now: now() })
  if (received.ok) return new Response(null, { status: 200 })

  const isTolerated = await mayTry(FORGERIES)
  return new Response(null, { status: isTolerated ? received.status : 429 })
}
