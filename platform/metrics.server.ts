import { Counter, Registry } from 'prom-client'

/** Metrics that an operator's monitoring reads at METRICS_PORT, from this machine only. */
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
