import { setTimeout as pause } from 'node:timers/promises'
import type Stripe from 'stripe'

import type {
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
import { parseStripeWebhook } from './stripe-notice.server.ts'
import { createdWithin, describeSession } from './stripe-session.ts'
import { chargeOf, intentOf, toProviderRefund, toSnapshot } from './stripe-snapshot.ts'

type StripeSettings = {
  /** Secret or restricted; its own words say whether it takes real money. */
  key: string
  /** What Stripe signs its notices with, and during a change of it, what it did before. */
  secret: string
  previousSecret?: string
  /** For tests: where somebody answers who speaks as Stripe does. */
  url?: string
  /** How long one call may take; 4 seconds while somebody waits (PROMISES.md, timeouts). */
  timeoutMilliseconds?: number
}

/** Checkout pages on Stripe's own site. A page of a domain of one's own is not among them. */
const PAGES = 'https://checkout.stripe.com'

/** Hosted Checkout for cards. A payment's name here is that of its session. */
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
    closeCheckout: (ref) => orFailure(() => closeCheckout(stripe(), ref)),
    refund: (wish) => orFailure(() => refund(stripe(), wish)),
    parseWebhook: (notice) => parseStripeWebhook(notice, { secrets, isLive }),
  }
}

/**
 * Nothing is tried again by the library. It would try a cut line once more whatever it is told, but
 * for the client made of `fetch`, whose time limit also counts for all of a call.
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
    // The first try has ended, badly, and would be told for a day. A second page hurts nobody:
    // whatever the first try has left behind, its address was never told.
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

/** Two tabs ask at once: the second is told to wait, and hears what the first has. */
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
 * Stripe has no search by our reference that is up to date, so all sessions of those minutes are
 * looked through, the newest first: of two, it is the one whose address was told. When they are too
 * many nobody knows.
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

/** Notices about charges may know no more of a payment than its intent; that name does as well. */
async function getSession(stripe: Stripe, name: string): Promise<Stripe.Checkout.Session> {
  const expand = ['payment_intent.latest_charge.refunds']
  const retrieve = async (id: string) =>
    sane(await stripe.checkout.sessions.retrieve(id, { expand }))
  if (!name.startsWith('pi_')) return retrieve(name)
  const { data } = await stripe.checkout.sessions.list({ payment_intent: name, limit: 1 })
  return retrieve(data[0]?.id ?? name)
}

/** The types are the library's word alone; what somebody between us says is no answer. */
function sane<Answer extends { id: string; object: string }>(answer: Answer): Answer {
  if (answer.object !== 'checkout.session' && answer.object !== 'refund')
    throw new Error('no answer')
  return answer
}

async function fetchSnapshot(stripe: Stripe, name: string): Promise<ProviderSnapshot> {
  const session = await getSession(stripe, name)
  return toSnapshot(session, await listRefunds(stripe, session))
}

/** A session brings ten refunds with it, and groups can give their seats up one by one. */
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
 * Without a key of ours: closed twice is closed once by nature, and a key would bring back the old
 * answer where the new one is wanted.
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

/** A key that is wrong says nothing about the refund: it goes out when the key is right. */
async function refund(stripe: Stripe, wish: RefundRequest): Failable<RefundAnswer> {
  try {
    return await refundOnce(stripe, wish)
  } catch (error) {
    if (isAboutOurKey(error)) return failure('unavailable')
    throw error
  }
}

/**
 * Stripe forgets keys after a day, and a person may send a refund again after two; so what was
 * given under this id is looked for first.
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
