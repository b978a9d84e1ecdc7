import { data } from 'react-router'

import { receiveNotice } from '#modules/payments/notices.server.ts'
import { now } from '#platform/clock.server.ts'
import { mayTry } from '#platform/rate-limit.server.ts'

import type { Route } from './+types/payment-notice'

/** A forger is heard so often, and then not any more (reference: edge case 43). */
const FORGERIES = { name: 'forged-notice', tries: 20, seconds: 600 }

/**
 * Where a provider calls us. It only puts the notice into the inbox: 200 means "kept", anything
 * else makes the provider call again.
 */
export async function action({ request, params }: Route.ActionArgs) {
  const body = new Uint8Array(await request.arrayBuffer())
  const { provider } = params
  const received = await receiveNotice({ provider, headers: request.headers, body, now: now() })
  if (received.ok) return new Response(null, { status: 200 })

  const isTolerated = await mayTry(FORGERIES)
  return new Response(null, { status: isTolerated ? received.status : 429 })
}

export function loader() {
  throw data(null, 404)
}
