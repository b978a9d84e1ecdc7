import type { Context } from 'hono'
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

import type { BankEnv } from '#bank/hono-env.ts'

/*
 * The fields that the fake gateway accepts. The real gateway ignores unknown fields; this one
 * refuses them, so that tests catch a misspelt field.
 */

const credentials = {
  userName: z.string().min(1).max(100),
  password: z.string().min(1).max(200),
}
const mdOrder = z.uuid()
const orderNumber = z.string().regex(/^[\w-]{1,36}$/)
const amount = z
  .string()
  .regex(/^[1-9]\d{0,11}$/)
  .transform(Number)
const language = z.enum(['en', 'el'])
const address = z.url({ protocol: /^https?$/ }).max(512)

export const RegisterForm = z.strictObject({
  ...credentials,
  orderNumber,
  amount,
  currency: z.literal('978'),
  returnUrl: address,
  failUrl: address.optional(),
  dynamicCallbackUrl: address,
  description: z
    .string()
    .max(598)
    .regex(/^[ -~]*$/)
    .refine((text) => !/[<>]/.test(text)),
  language,
  email: z.email().max(40).optional(),
  sessionTimeoutSecs: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .transform(Number),
  jsonParams: z.string().transform((text) => JsonParams.parse(JSON.parse(text))),
})
const JsonParams = z.strictObject({
  backToShopUrl: address.optional(),
  backToShopName: z.string().max(50).optional(),
})

export const StatusForm = z
  .strictObject({
    ...credentials,
    orderId: mdOrder.or(z.string().max(36)).optional(),
    orderNumber: orderNumber.optional(),
    language: language.optional(),
  })
  .refine(({ orderId, orderNumber: number }) => orderId ?? number)

export const DeclineForm = z.strictObject({
  ...credentials,
  orderId: mdOrder,
  orderNumber,
  language: language.optional(),
})

export const RefundForm = z.strictObject({
  ...credentials,
  orderId: mdOrder,
  amount,
  currency: z.literal('978'),
  externalRefundId: z.string().min(1).max(32),
  language: language.optional(),
})

const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/** JCC's codes for an invalid call; see the error codes in the reference. */
type Fault = { errorCode: 3 | 4 | 5; errorMessage: string }
type ReadForm<Form> = { ok: true; form: Form } | { ok: false; fault: Fault }

export async function readForm<Schema extends z.ZodType>(
  c: Context<BankEnv>,
  schema: Schema,
  known: { user: string; password: string },
): Promise<ReadForm<z.infer<Schema>>> {
  if (!FORM.test(c.req.header('Content-Type') ?? '')) return refused(4, 'No form')
  const pairs = [...new URLSearchParams(await c.req.text())]
  const fields = Object.fromEntries(pairs)
  if (pairs.length !== Object.keys(fields).length) return refused(5, 'A field is there twice')
  const isKnown =
    isSame(fields.userName ?? '', known.user) && isSame(fields.password ?? '', known.password)
  if (!isKnown) return refused(5, 'Access denied')

  const read = schema.safeParse(fields)
  if (read.success) return { ok: true, form: read.data }
  const [issue] = read.error.issues
  const field = String(issue?.path[0] ?? 'userName')
  if (field === 'currency') return refused(3, 'Unknown currency')
  return fields[field] === undefined ? refused(4, `${field} is empty`) : refused(5, `${field}?`)
}

function refused(errorCode: Fault['errorCode'], errorMessage: string) {
  return { ok: false as const, fault: { errorCode, errorMessage } }
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
