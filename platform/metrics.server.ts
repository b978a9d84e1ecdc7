import { Counter, Registry } from 'prom-client'

/** What an operator's monitoring reads at /metrics, from this machine alone. */
export const metrics = new Registry()

export const alertsRaised = new Counter({
  name: 'halcyon_alerts_total',
  help: 'Things somebody must look at, by kind',
  labelNames: ['alert'],
  registers: [metrics],
})

export const noticesRefused = new Counter({
  name: 'halcyon_payment_notices_refused_total',
  help: 'Calls to the notice address that no provider of ours has signed, by reason',
  labelNames: ['reason'],
  registers: [metrics],
})
