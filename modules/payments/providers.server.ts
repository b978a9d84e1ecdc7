import { X509Certificate, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { invariant } from '#platform/invariant.ts'
import { env } from '#platform/settings/env.server.ts'

import { PROVIDER_IDS, type PaymentProvider, type ProviderId } from './provider.ts'
import { createJccProvider, JCC_GATEWAYS } from './providers/jcc.server.ts'
import { createSandboxProvider } from './providers/sandbox.server.ts'
import { createStripeProvider } from './providers/stripe.server.ts'
import { createTillProvider } from './providers/till.server.ts'

/**
 * docs/promises.md, timeouts: a waiting visitor gets a response after four seconds, a job may take ten.
 * Only the caller knows which of the two applies.
 */
export type Patience = 'request' | 'job'
const MILLISECONDS: Record<Patience, number> = { request: 4000, job: 10_000 }

/** Addresses of providers started beside the site: the sandbox bank, or a fake. */
const addresses = new Map<ProviderId, string>()

export function rememberAddress(id: ProviderId, url: string): void {
  addresses.set(id, url)
}

type Making = (timeoutMilliseconds: number) => PaymentProvider | undefined

/** Every provider with keys; an attempt keeps its own, whichever is configured today. */
const MAKE: Record<ProviderId, Making> = {
  sandbox(timeoutMilliseconds) {
    const { MODE, BANK_KEY, BANK_SECRET, BANK_SECRET_BEFORE, BANK_URL, BANK_ORIGIN } = env()
    const url = addresses.get('sandbox') ?? BANK_URL
    if (!url || MODE === 'live') return undefined
    return createSandboxProvider({
      url,
      key: BANK_KEY,
      secret: BANK_SECRET,
      pageOrigin: BANK_ORIGIN && new URL(BANK_ORIGIN).origin,
      ...(BANK_SECRET_BEFORE && { previousSecret: BANK_SECRET_BEFORE }),
      timeoutMilliseconds,
    })
  },
  stripe(timeoutMilliseconds) {
    const { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_WEBHOOK_SECRET_BEFORE, STRIPE_URL } = env()
    if (!STRIPE_KEY || !STRIPE_WEBHOOK_SECRET) return undefined
    const url = addresses.get('stripe') ?? STRIPE_URL
    return createStripeProvider({
      key: STRIPE_KEY,
      secret: STRIPE_WEBHOOK_SECRET,
      ...(STRIPE_WEBHOOK_SECRET_BEFORE && { previousSecret: STRIPE_WEBHOOK_SECRET_BEFORE }),
      ...(url && { url }),
      timeoutMilliseconds,
    })
  },
  jcc(timeoutMilliseconds) {
    const { MODE, JCC_USER, JCC_PASSWORD, JCC_URL, ...settings } = env()
    if (!JCC_USER || !JCC_PASSWORD) return undefined
    const tokens = [settings.JCC_CALLBACK_TOKEN, settings.JCC_CALLBACK_TOKEN_BEFORE]
    const files = [settings.JCC_CALLBACK_CERTIFICATE, settings.JCC_CALLBACK_CERTIFICATE_BEFORE]
    return createJccProvider({
      url: addresses.get('jcc') ?? JCC_URL ?? JCC_GATEWAYS[MODE],
      user: JCC_USER,
      password: JCC_PASSWORD,
      callbackKeys: {
        tokens: tokens.filter((token) => token !== undefined),
        publicKeys: files.filter((file) => file !== undefined).map(publicKeyIn),
      },
      timeoutMilliseconds,
    })
  },
  till: createTillProvider,
}

const publicKeys = new Map<string, KeyObject>()

/** Read once; a file that is not a certificate is reported when the site starts. */
function publicKeyIn(file: string): KeyObject {
  const known = publicKeys.get(file) ?? new X509Certificate(readFileSync(file)).publicKey
  publicKeys.set(file, known)
  return known
}

export function getProvider(id: string, patience: Patience): PaymentProvider {
  const provider = findProvider(id, patience)
  invariant(provider, `the payment provider ${id} has its keys`)
  return provider
}

/** Undefined if there is no provider of this name, or it has no keys here. */
export function findProvider(id: string, patience: Patience): PaymentProvider | undefined {
  const known = PROVIDER_IDS.find((one) => one === id)
  return known && MAKE[known](MILLISECONDS[patience])
}

/** The origins that forms may lead to: the pages of every provider that may have open payments. */
export function listPageOrigins(): string[] {
  return PROVIDER_IDS.flatMap((id) => findProvider(id, 'request')?.pageOrigins ?? [])
}
