import { env } from '#platform/env.server.ts'
import { invariant } from '#platform/invariant.ts'

import type { PaymentProvider, ProviderId } from './provider.ts'
import { createSandboxProvider } from './providers/sandbox.server.ts'

/**
 * PROMISES.md, timeouts: somebody who waits is told after four seconds, a job may take ten. Which
 * of the two applies is the caller's knowledge.
 */
export type Patience = 'request' | 'job'
const MILLISECONDS: Record<Patience, number> = { request: 4000, job: 10_000 }

/** Where the sandbox bank answers, once the server has started it or was told of one. */
let bankUrl: string | undefined

export function rememberBank(url: string): void {
  bankUrl = url
}

/** Every provider by name; an attempt keeps the one it was made with, whatever is set today. */
const MAKE: Record<ProviderId, (patience: Patience) => PaymentProvider> = {
  sandbox(patience) {
    const { BANK_KEY, BANK_SECRET, BANK_SECRET_BEFORE } = env()
    const url = bankUrl ?? env().BANK_URL
    invariant(url, 'the sandbox bank is started before anybody pays')
    const timeoutMilliseconds = MILLISECONDS[patience]
    return createSandboxProvider({
      url,
      key: BANK_KEY,
      secret: BANK_SECRET,
      ...(BANK_SECRET_BEFORE && { previousSecret: BANK_SECRET_BEFORE }),
      timeoutMilliseconds,
    })
  },
}

export function getProvider(id: string, patience: Patience): PaymentProvider {
  invariant(isProviderId(id), `no payment provider ${id}`)
  return MAKE[id](patience)
}

export function isProviderId(id: string): id is ProviderId {
  return Object.hasOwn(MAKE, id)
}
