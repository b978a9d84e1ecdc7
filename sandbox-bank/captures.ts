import { z } from 'zod'

import type { Store } from './store.server.ts'

const CAPTURES_A_PAGE = 100

const Asked = z.object({
  since: z.iso.datetime({ offset: true }).transform((text) => Temporal.Instant.from(text)),
  page: z.coerce.number().int().min(0).default(0),
})

/** A page of the payments whose money was taken; undefined if the query makes no sense. */
export function listCaptures(store: Store, query: Record<string, string>) {
  const asked = Asked.safeParse(query)
  if (!asked.success) return undefined
  const { orders, next } = store.listCaptured({ ...asked.data, limit: CAPTURES_A_PAGE })
  const captures = orders.map(({ id, merchantRef, successUrl, createdAt }) => ({
    id,
    merchant_ref: merchantRef,
    success_url: successUrl,
    created: createdAt.toString(),
  }))
  return { captures, next }
}
