import { Hono, type Context } from 'hono'
import { z } from 'zod'

import { now, shiftClock } from '#platform/clock.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'

import { answerFor } from './api.ts'
import type { BankContext } from './context.ts'
import { FaultSettings } from './fault-settings.ts'
import { PlannedFault } from './faults.ts'
import type { BankEnv } from './hono-env.ts'
import {
  capture,
  decline,
  dispute,
  expire,
  failRefunds,
  refund,
  unchanged,
  type Step,
} from './order-steps.ts'
import { DeclineCode, refundedOf, type Order } from './order.ts'

const cents = z.int().min(1).max(10_000_000)
/** The amount to capture, if it should differ from the order's. */
const Payment = z.object({
  amount: cents.optional(),
  currency: z.string().length(3).optional(),
  merchant_ref: z.string().max(36).optional(),
})
const Decline = z.object({ code: DeclineCode.default('do_not_honour') })
const PortalRefund = z.object({ amount: cents })
const ClockShift = z.object({ milliseconds: z.int() })

/** Lets tests cause events that no traveller can. Mounted only if it is switched on. */
export function makeControl(context: BankContext): Hono<BankEnv> {
  const control = new Hono<BankEnv>()

  control.post('/orders/:id/pay', async (c) => {
    const { amount, currency, merchant_ref: merchantRef } = Payment.parse(await bodyOf(c))
    return change(c, (order) => {
      if (order.status === 'paid') return unchanged(order)
      const odd = {
        ...order,
        ...(currency && { currency }),
        ...(merchantRef && { merchantRef }),
        card: order.card ?? { brand: 'Visa', last4: '1111' },
      }
      return capture(odd, amount)
    })
  })
  control.post('/orders/:id/decline', async (c) => {
    const { code } = Decline.parse(await bodyOf(c))
    return change(c, (order) => decline(order, code))
  })
  control.post('/orders/:id/expire', (c) => change(c, expire))
  control.post('/orders/:id/dispute', (c) => change(c, dispute))

  /** Fails the refunds already made; if there are none yet, the next ones will fail. */
  control.post('/orders/:id/refund_fail', (c) =>
    change(c, (order) =>
      order.refunds.length === 0
        ? unchanged({ ...order, refundsFail: true })
        : failRefunds(order, () => true),
    ),
  )
  /**
   * As if the shop's staff had refunded in the bank's portal: such a refund has no id of the
   * shop's.
   */
  control.post('/orders/:id/portal_refund', async (c) => {
    const { amount } = PortalRefund.parse(await bodyOf(c))
    return change(c, (order) => {
      const given = Math.min(amount, order.captured - refundedOf(order))
      if (given === 0) return unchanged(order)
      return refund(order, { id: `rfn_${newAccessToken()}`, refundId: null, amount: given }, now())
    })
  })
  control.post('/orders/:id/chaos', async (c) => {
    const faultSettings = FaultSettings.parse(await bodyOf(c))
    return change(c, (order) => unchanged({ ...order, faultSettings }))
  })
  /** Sends all pending callbacks, regardless of the schedule, and responds when the shop has. */
  control.post('/orders/:id/deliver_now', async (c) => {
    await context.webhooks.tell(c.req.param('id'), { everything: true })
    return change(c, unchanged)
  })

  control.post('/outage', async (c) => {
    context.faults.plan(PlannedFault.parse(await bodyOf(c)))
    return c.json({ ok: true })
  })
  control.post('/chaos', async (c) => {
    context.faultSettings = FaultSettings.parse(await bodyOf(c))
    return c.json({ ok: true })
  })
  control.post('/clock', async (c) => {
    shiftClock(ClockShift.parse(await bodyOf(c)))
    return c.json({ now: now().toString() })
  })

  control.onError((error, c) => {
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return c.json({ error: 'malformed' }, 422)
    throw error
  })
  return control

  function change(c: Context<BankEnv>, step: (order: Order) => Step) {
    const visit = context.store.visitOrder(c.req.param('id') ?? '', now(), step)
    return visit ? c.json(answerFor(visit.order, context)) : c.json({ error: 'not-found' }, 404)
  }
}

/** An empty body counts as an empty object. */
async function bodyOf(c: Context<BankEnv>): Promise<unknown> {
  const text = await c.req.text()
  return text === '' ? {} : (JSON.parse(text) as unknown)
}
