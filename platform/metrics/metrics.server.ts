import { Counter, Registry } from 'prom-client'

import { RequestTimes } from './request-times.server.ts'

/**
 * Metrics that an operator's monitoring reads at METRICS_PORT. Every label has few values, all of
 * them ours: no address, name or id of a visitor is ever one.
 */
export const metrics = new Registry()

export const alertsRaised = new Counter({
  name: 'halcyon_alerts_total',
  help: 'Things somebody must look at, by kind',
  labelNames: ['alert'],
  registers: [metrics],
})

export const webhooksRefused = new Counter({
  name: 'halcyon_payment_notices_refused_total',
  help: 'Calls to the notice address that no provider of ours has signed, by reason',
  labelNames: ['reason'],
  registers: [metrics],
})

export const logIns = new Counter({
  name: 'halcyon_log_ins_total',
  help: 'Passwords tried to log in, by result',
  labelNames: ['result'],
  registers: [metrics],
})

export const limitsRefused = new Counter({
  name: 'halcyon_limits_refused_total',
  help: 'Tries that were one too many, by limit',
  labelNames: ['name'],
  registers: [metrics],
})

export const formsRefused = new Counter({
  name: 'halcyon_forms_refused_total',
  help: 'Forms that came from no page of ours, or were too large',
  labelNames: ['reason'],
  registers: [metrics],
})

export const linksRefused = new Counter({
  name: 'halcyon_links_refused_total',
  help: 'Links of mails that are spent or that nobody was sent, by kind',
  labelNames: ['kind'],
  registers: [metrics],
})

export const holdsTaken = new Counter({
  name: 'halcyon_holds_taken_total',
  help: 'Times that places were taken off sale, by kind of hold',
  labelNames: ['kind'],
  registers: [metrics],
})

export const holdsRefused = new Counter({
  name: 'halcyon_holds_refused_total',
  help: 'Wishes for places that were refused, by reason',
  labelNames: ['reason'],
  registers: [metrics],
})

export const ordersConfirmed = new Counter({
  name: 'halcyon_orders_confirmed_total',
  help: 'Orders that became valid, by channel of sale',
  labelNames: ['channel'],
  registers: [metrics],
})

export const captures = new Counter({
  name: 'halcyon_captures_total',
  help: 'Payments captured, by provider',
  labelNames: ['provider'],
  registers: [metrics],
})

export const capturedCents = new Counter({
  name: 'halcyon_captured_cents_total',
  help: 'Euro cents captured, by provider',
  labelNames: ['provider'],
  registers: [metrics],
})

/** Seconds; the last bound is the limit after which a visitor gets an apology. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8]
/** Methods that our pages know; all others are counted as one. */
const METHODS = ['GET', 'HEAD', 'POST']
const STATUS_CLASSES = ['0xx', '1xx', '2xx', '3xx', '4xx', '5xx']

const requests = new RequestTimes(BOUNDS, {
  name: 'halcyon_request_seconds',
  help: 'Requests answered, by pattern of the address, method and class of the status',
  labelNames: ['pattern', 'method', 'status'],
  registers: [metrics],
})

/** A request as it was answered; `pattern` is one of ours, never an address that was sent. */
type Answered = { pattern: string; method: string; status: number; milliseconds: number }

export function countRequest({ pattern, method, status, milliseconds }: Answered): void {
  const labels = {
    pattern,
    method: METHODS.includes(method) ? method : 'other',
    status: STATUS_CLASSES[Math.floor(status / 100)] ?? 'other',
  }
  requests.count(labels, milliseconds / 1000)
}
