import { z } from 'zod'

/*
 * The request parameters as stripe-node 23.1.0 documents them for version 2026-10-28.endive. Only
 * those we use are accepted; any other name is refused as a misspelt one would be.
 */

export const API_VERSION = '2026-10-28.endive'

const int = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number)
const flag = z.enum(['true', 'false'])
const id = z.string().min(1).max(255)
const webAddress = z.url({ protocol: /^https?$/ }).max(5000)
const currency = z.string().regex(/^[a-z]{3}$/)
const Metadata = z.record(z.string().min(1).max(40), z.string().max(500))

const Product = z.strictObject({
  name: z.string().min(1).max(250),
  description: z.string().max(500).optional(),
})
const LineItem = z.strictObject({
  quantity: int,
  price_data: z.strictObject({ currency, unit_amount: int, product_data: Product }),
})

const NewSession = z.strictObject({
  mode: z.literal('payment'),
  ui_mode: z.enum(['hosted_page', 'embedded_page', 'elements', 'form']).optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  locale: z.enum(['auto', 'de', 'el', 'en', 'en-GB', 'fr']),
  currency: currency.optional(),
  adaptive_pricing: z.strictObject({ enabled: flag }).optional(),
  allowed_payment_method_types: z.array(z.enum(['card', 'link', 'paypal'])).optional(),
  line_items: z.array(LineItem).min(1).max(100),
  client_reference_id: z.string().max(200).optional(),
  customer_email: z.email().max(800).optional(),
  metadata: Metadata.default({}),
  payment_intent_data: z
    .strictObject({ metadata: Metadata.default({}), description: z.string().max(1000).optional() })
    .optional(),
  expires_at: int,
  success_url: webAddress,
  cancel_url: webAddress.optional(),
})
export type NewSession = z.infer<typeof NewSession>

const Range = z.strictObject({ gte: int.optional(), lte: int.optional() })
const page = { limit: int.optional(), starting_after: id.optional() }

const SESSION_EXPANSIONS = [
  'line_items',
  'payment_intent',
  'payment_intent.latest_charge',
  'payment_intent.latest_charge.refunds',
] as const

export const REQUESTS = {
  newSession: NewSession,
  session: z.strictObject({ expand: z.array(z.enum(SESSION_EXPANSIONS)).default([]) }),
  sessions: z.strictObject({
    created: Range.optional(),
    payment_intent: id.optional(),
    status: z.enum(['complete', 'expired', 'open']).optional(),
    ...page,
  }),
  nothing: z.strictObject({}),
  newRefund: z.strictObject({
    payment_intent: z.string().startsWith('pi_'),
    amount: int,
    reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    metadata: Metadata.default({}),
  }),
  refunds: z.strictObject({ payment_intent: z.string().startsWith('pi_'), ...page }),
}
