import type { FullProtocol } from '#bank/full-protocol.ts'
import type { PaymentState } from '#modules/payments/payment-state.ts'
import type { ProviderId } from '#modules/payments/provider.ts'
import type { Call } from '#test/simulation/line.ts'

/** The providers behind which there is a bank. */
export type BankId = Exclude<ProviderId, 'till'>

type Ended = Extract<PaymentState, 'cancelled' | 'expired' | 'declined'>

/** A payment provider of the simulation: its protocol, its manners, and the signing of its webhooks. */
export type BankProtocol = {
  id: BankId
  /** None for the sandbox bank, which is itself. */
  protocol?: FullProtocol
  /** The key that the shop presents to the bank, and the secret that the bank signs with. */
  secrets: () => { key: string; secret: string; secretBefore: string }
  /** The paths that the shop's server calls, and the meaning of each call. */
  api: string
  nameCall: (method: string, path: string, body: string) => Call
  ways: {
    /**
     * The status of a page that the shop closes, and of one that the traveller leaves by its
     * button.
     */
    closed: Ended
    left: Ended | 'open'
    /** Returns the address of an open page again when asked, if the first response was lost. */
    tellsPageAgain: boolean
    /** A webhook says when it was sent. */
    datesNotices: boolean
  }
  /** A webhook made by the test, signed as this provider signs. */
  forge: (notice: ForgedWebhook, secret: string, at: Temporal.Instant) => Forgery
}

/** A forged webhook carries only the given fields. */
export type ForgedWebhook = {
  is?: 'paid' | 'expired' | 'cancelled' | 'refunded'
  providerRef?: string
  merchantRef?: string
}
export type Forgery = { headers: Record<string, string>; body: string }
