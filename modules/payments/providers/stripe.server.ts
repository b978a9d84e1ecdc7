import { setTimeout as pause } from 'node:timers/promises'
import type Stripe from 'stripe'

import type {
  CapturePage,
  Closing,
  FoundCheckout,
  NewCheckout,
  OpenedCheckout,
  PaymentProvider,
  ProviderFailure,
  ProviderSnapshot,
  RefundAnswer,
  RefundRequest,
} from '#modules/payments/provider.ts'
import { log } from '#platform/log.server.ts'

import { failure } from './call-failures.ts'
import { failureOf, isAboutOurKey, isInUse, isStoredFault } from './stripe-errors.server.ts'
import { stripeLibrary } from './stripe-library.server.ts'
import { createdWithin, describeSession } from './stripe-session.ts'
import {
  chargeOf,
  intentOf,
  toListedCapture,
  toProviderRefund,
  toSnapshot,
} from './stripe-snapshot.ts'
import { parseStripeWebhook } from './stripe-webhook.server.ts'

type StripeSettings = {
  /** Secret or restricted; its prefix tells whether it takes real money. */
  key: string
  /** The secret that signs Stripe's webhooks now and, during a change, the one before. */
  secret: string
  previousSecret?: string
  /** For tests: the address of a fake of Stripe. */
  url?: string
  /** Time limit of one call; 4 seconds while a visitor waits (docs/promises.md, timeouts). */
  timeoutMilliseconds?: number
}

/** Checkout pages on Stripe's own site. Custom domains are not supported. */
const PAGES = 'https://checkout.stripe.com'

/** Hosted Checkout for cards. A payment is identified by its session id. */
export function createStripeProvider(settings: StripeSettings): PaymentProvider {
  const { key, secret, previousSecret, url } = settings
  const secrets = [secret, previousSecret].filter((one) => one !== undefined)
  const isLive = key.includes('_live_')
  let client: Stripe | undefined
  const stripe = () => (client ??= makeClient(settings))
  return {
    id: 'stripe',
    pageOrigins: [url === undefined ? PAGES : new URL(url).origin],
    openCheckout: (checkout) => orFailure(() => openCheckout(stripe(), checkout)),
    findByMerchantRef: (ref, startedAt) => orFailure(() => findSession(stripe(), ref, startedAt)),
    fetch: (ref) => orFailure(() => fetchSnapshot(stripe(), ref)),
    listCaptures: ({ since, page }) => orFailure(() => listCaptures(stripe(), since, page)),
    closeCheckout: (ref) => orFailure(() => closeCheckout(stripe(), ref)),
    refund: (wish) => orFailure(() => refund(stripe(), wish)),
    parseWebhook: (notice) => parseStripeWebhook(notice, { secrets, isLive }),
  }
}

/**
 * The library must not retry. It would retry a cut connection whatever its settings, unless its
 * client is made from `fetch`, whose timeout also covers the whole call.
 */
function makeClient({ key, url, timeoutMilliseconds = 4000 }: StripeSettings): Stripe {
  const Library = stripeLibrary()
  const fake = url === undefined ? undefined : new URL(url)
  return new Library(key, {
    httpClient: Library.createFetchHttpClient(fetch),
    maxNetworkRetries: 0,
    timeout: timeoutMilliseconds,
    telemetry: false,
    ...(fake && { protocol: 'http', host: fake.hostname, port: fake.port }),
  })
}

async function orFailure<Result>(call: () => Promise<Result>): Promise<Result | ProviderFailure> {
  try {
    return await call()
  } catch (error) {
    return failureOf(error)
  }
}

type Failable<Result> = Promise<Result | ProviderFailure>

async function openCheckout(stripe: Stripe, checkout: NewCheckout): Failable<OpenedCheckout> {
  const wanted = describeSession(checkout)
  const create = async (idempotencyKey: string) =>
    sane(await untilAnswered(() => stripe.checkout.sessions.create(wanted, { idempotencyKey })))
  const key = `checkout:${checkout.paymentId}`
  let session: Stripe.Checkout.Session
  try {
    session = await create(key)
  } catch (error) {
    if (!isStoredFault(error)) throw error
    // The first try failed, and Stripe would repeat that for a day. A second page is harmless: the
    // address of any page from the first try was never returned.
    const found = await findSession(stripe, checkout.merchantRef, checkout.startedAt)
    if (!found.ok || found.providerRef !== null) return opened(found)
    session = await create(`${key}:again`)
  }
  const isAsAsked = session.amount_total === checkout.amount && session.currency === 'eur'
  if (isAsAsked && session.url)
    return { ok: true, providerRef: session.id, redirectUrl: session.url }
  log.error({ sessionId: session.id }, 'Stripe opened another page than was asked for')
  await stripe.checkout.sessions.expire(session.id)
  return failure('rejected')
}

function opened(found: FoundCheckout | ProviderFailure): OpenedCheckout | ProviderFailure {
  if (!found.ok) return found
  const { providerRef, redirectUrl } = { redirectUrl: null, ...found }
  if (providerRef === null || redirectUrl === null) return failure('unknown')
  return { ok: true, providerRef, redirectUrl }
}

/** Pauses in milliseconds between tries: if two tabs ask at once, the second gets the first's page. */
const PAUSES = [250, 500, 1000]

async function untilAnswered<Result>(call: () => Promise<Result>): Promise<Result> {
  for (const milliseconds of PAUSES) {
    try {
      return await call()
    } catch (error) {
      if (!isInUse(error)) throw error
      await pause(milliseconds)
    }
  }
  return call()
}

const PAGE_SIZE = 100
const MAX_PAGES = 20

/**
 * Stripe has no up-to-date search by our reference, so all sessions of those minutes are searched,
 * newest first: of two, it is the one whose address was returned. If there are too many, the result
 * is unknown.
 */
async function findSession(
  stripe: Stripe,
  merchantRef: string,
  startedAt: Temporal.Instant,
): Failable<FoundCheckout> {
  const all = stripe.checkout.sessions.list({ created: createdWithin(startedAt), limit: PAGE_SIZE })
  let looked = 0
  for await (const { client_reference_id: reference, id, url } of all) {
    if (reference === merchantRef) return { ok: true, providerRef: id, redirectUrl: url }
    looked += 1
    if (looked >= PAGE_SIZE * MAX_PAGES) return failure('unknown')
  }
  return { ok: true, providerRef: null }
}

/** Stripe lists the newest first, so a payment made meanwhile moves no other to a page already read. */
async function listCaptures(
  stripe: Stripe,
  since: Temporal.Instant,
  page: string | null,
): Promise<CapturePage> {
  const created = { gte: Math.floor(since.epochMilliseconds / 1000) }
  const listed = await stripe.checkout.sessions.list({
    created,
    status: 'complete',
    limit: PAGE_SIZE,
    ...(page !== null && { starting_after: page }),
  })
  const captures = listed.data.flatMap((session) =>
    session.payment_status === 'paid' ? [toListedCapture(session)] : [],
  )
  return { ok: true, captures, next: listed.has_more ? (listed.data.at(-1)?.id ?? null) : null }
}

/** Webhooks about charges may have only the intent's id; that is accepted too. */
async function getSession(stripe: Stripe, name: string): Promise<Stripe.Checkout.Session> {
  const expand = ['payment_intent.latest_charge.refunds']
  const retrieve = async (id: string) =>
    sane(await stripe.checkout.sessions.retrieve(id, { expand }))
  if (!name.startsWith('pi_')) return retrieve(name)
  const { data } = await stripe.checkout.sessions.list({ payment_intent: name, limit: 1 })
  return retrieve(data[0]?.id ?? name)
}

/** The library does not verify its types; a response made up by a proxy is refused. */
function sane<Answer extends { id: string; object: string }>(answer: Answer): Answer {
  if (answer.object !== 'checkout.session' && answer.object !== 'refund')
    throw new Error('no answer')
  return answer
}

async function fetchSnapshot(stripe: Stripe, name: string): Promise<ProviderSnapshot> {
  const session = await getSession(stripe, name)
  return toSnapshot(session, await listRefunds(stripe, session))
}

/** A session includes ten refunds, and a group may cancel its seats one by one. */
async function listRefunds(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
): Promise<Stripe.Refund[]> {
  const intent = intentOf(session)
  const shown = chargeOf(intent)?.refunds
  if (!intent || !shown) return []
  if (!shown.has_more) return shown.data
  const all = stripe.refunds.list({ payment_intent: intent.id, limit: PAGE_SIZE })
  return all.autoPagingToArray({ limit: 10_000 })
}

/**
 * Without an idempotency key: closing twice is harmless, and a key would return the old response
 * where the new one is needed.
 */
async function closeCheckout(stripe: Stripe, ref: string): Failable<Closing> {
  try {
    await stripe.checkout.sessions.expire(ref)
    return { ok: true, result: 'closed' }
  } catch (error) {
    if (failureOf(error).reason !== 'rejected') throw error
  }
  const { status } = await fetchSnapshot(stripe, ref)
  if (status === 'open' || status === 'processing') return failure('rejected')
  return { ok: true, result: status === 'paid' ? 'already-paid' : 'already-final' }
}

/** A wrong key says nothing about the refund: it is sent when the key is right. */
async function refund(stripe: Stripe, wish: RefundRequest): Failable<RefundAnswer> {
  try {
    return await refundOnce(stripe, wish)
  } catch (error) {
    if (isAboutOurKey(error)) return failure('unavailable')
    throw error
  }
}

/**
 * Stripe forgets keys after a day, and staff may send a refund again after two, so a refund made
 * under this id is searched for first.
 */
async function refundOnce(
  stripe: Stripe,
  { providerRef, refundId, amount }: RefundRequest,
): Failable<RefundAnswer> {
  const session = await getSession(stripe, providerRef)
  const intent = intentOf(session)
  if (!intent) return failure('rejected')
  const made = (await listRefunds(stripe, session)).map(toProviderRefund)
  const known = made.find((one) => one.refundId === refundId)
  if (known) return { ok: true, providerRef: known.providerRef, state: known.state }
  const asked = {
    payment_intent: intent.id,
    amount,
    reason: 'requested_by_customer' as const,
    metadata: { refund_id: refundId, merchant_ref: session.client_reference_id },
  }
  const idempotencyKey = `refund:${refundId}`
  const given = sane(await stripe.refunds.create(asked, { idempotencyKey }))
  return { ok: true, providerRef: given.id, state: toProviderRefund(given).state }
}
