import { inSpan, isTracing } from '#platform/spans.server.ts'

import type { PaymentProvider } from './provider.ts'

/**
 * A provider whose calls are spans of the trace. No header of the trace is sent to the company: it
 * has no use for it, and its gateways refuse what they do not know.
 */
export function inSpans(provider: PaymentProvider): PaymentProvider {
  if (!isTracing()) return provider
  const listCaptures = provider.listCaptures?.bind(provider)
  return {
    ...provider,
    openCheckout: (checkout) => call('openCheckout', () => provider.openCheckout(checkout)),
    findByMerchantRef: (merchantRef, startedAt) =>
      call('findByMerchantRef', () => provider.findByMerchantRef(merchantRef, startedAt)),
    fetch: (providerRef) => call('fetch', () => provider.fetch(providerRef)),
    ...(listCaptures && {
      listCaptures: (asked) => call('listCaptures', () => listCaptures(asked)),
    }),
    closeCheckout: (providerRef) =>
      call('closeCheckout', () => provider.closeCheckout(providerRef)),
    refund: (refund) => call('refund', () => provider.refund(refund)),
  }

  function call<Answer extends { ok: true } | { ok: false; reason: string }>(
    operation: string,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    const facts = { 'halcyon.payment.provider': provider.id, 'halcyon.payment.call': operation }
    const failureIn = (answer: Answer) => (answer.ok ? undefined : answer.reason)
    return inSpan({ name: `${provider.id} ${operation}`, kind: 'client', facts, failureIn }, ask)
  }
}
