import { makeApi } from './api.ts'
import { pauseAfter } from './fault-settings.ts'
import type { FullProtocol } from './full-protocol.ts'
import { cancel } from './order-steps.ts'
import { sign, SIGNATURE_HEADER } from './signature.server.ts'

/** The sandbox bank's own protocol: JSON, a bearer key, signed callbacks. */
export const OWN_PROTOCOL: FullProtocol = {
  makeApi,

  callback: ({ body }, { notifyUrl }, { secret, now }) => ({
    method: 'POST',
    url: notifyUrl,
    headers: { 'Content-Type': 'application/json', [SIGNATURE_HEADER]: sign(body, secret, now) },
    body,
  }),

  pauseAfter,

  returnUrl({ id, status, successUrl, failUrl }) {
    const url = new URL(status === 'paid' || status === 'processing' ? successUrl : failUrl)
    url.searchParams.set('order', id)
    return url.href
  },

  leavePage: cancel,
}
