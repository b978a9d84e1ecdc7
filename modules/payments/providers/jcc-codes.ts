import type { DeclineReason, ProviderStatus } from '#modules/payments/provider.ts'

/*
 * JCC reports the state of a payment by two numbers: orderStatus is the progress of the order,
 * actionCode the result of the last card tried. Codes arrive as numbers or as text.
 */

/** The order is registered, and no card has been tried yet. */
const UNTRIED = ['', '-100', '0', '00', '000']
/** The card's bank was asked and its decision is unknown: money may be on its way. */
const UNDECIDED = ['151019', '-30001', 'AE']
/** Under way, timed out, or a code that JCC could not read: the money may have been refunded. */
const REFUND_UNDECIDED = [...UNDECIDED, '1120', '998', '68', '90']
/** No payer came, or none finished; the order takes no card any more. */
const TIMED_OUT = ['-2007', '-2014']
const TIMED_OUT_AFTER_DECLINE = [...TIMED_OUT, '-2009']

type Standing = { orderStatus: number | undefined; actionCode: string; refunded: number }

/**
 * Our status for an order's status; undefined for an unknown one. With some banks 4 and 7 mean a
 * refund, with others waiting, so the refunded sum decides. 6 is a failed order, ended by the
 * card's bank or by our own `decline.do`. We never ask for a two-phase payment; money that is only
 * held (1) is not captured, and a person reviews it.
 */
export function statusOf({
  orderStatus,
  actionCode,
  refunded,
}: Standing): ProviderStatus | undefined {
  switch (orderStatus) {
    case 0:
      if (UNDECIDED.includes(actionCode)) return 'processing'
      return TIMED_OUT.includes(actionCode) ? 'expired' : 'open'
    case 2:
    case 4:
      return 'paid'
    case 7:
      return refunded > 0 ? 'paid' : 'processing'
    case 1:
    case 5:
    case 8:
      return 'processing'
    case 3:
      return 'cancelled'
    case 6:
      if (UNDECIDED.includes(actionCode)) return 'processing'
      return TIMED_OUT_AFTER_DECLINE.includes(actionCode) ? 'expired' : 'declined'
    case undefined:
    default:
      return undefined
  }
}

/** The gateway's own codes, and those of two characters that it passes on from the card's bank. */
const CODES: Partial<Record<DeclineReason, string>> = {
  timeout: '-2007 -2014',
  'authentication-failed': '-2009 -2006 -2018 -2020 -2022 -2023 -2024 -2025 4032 1 1434 2003 2016',
  'limit-exceeded': '-20010 61 65 100 110 121 123 902 903 814 B1',
  'insufficient-funds': '20 51 116',
  'card-expired': '101 33 906 73',
  'bad-card-number': '111 125 14 78 AF',
  'bad-cvc': '82 88 81 71015 AB AC',
  'lost-or-stolen': '62 203 204 208 823 41 43 4 04 36 37 106 2030',
  'issuer-unavailable': '103 907 912 31 91 68 96 998 151018',
  'fraud-suspected': '151 999 F1 63 119 B3 B4',
  'try-other-card':
    '5 01 05 15 16 32 57 72 77 120 181 555 909 920 B2 -2013 1112 1113 1114 1115 1116 1117 1118',
}

const REASONS = new Map(
  Object.entries(CODES).flatMap(([reason, codes]) =>
    codes.split(' ').map((code) => [code, reason as DeclineReason] as const),
  ),
)

/** The reason for the last decline; null if no card was tried or the decision is pending. */
export function declineOf(actionCode: string): DeclineReason | null {
  if (UNTRIED.includes(actionCode) || UNDECIDED.includes(actionCode)) return null
  return REASONS.get(actionCode) ?? 'unknown'
}

/** The state of one refund in JCC's list. Gateways without codes list only successful refunds. */
export function refundStateOf(actionCode: string): 'pending' | 'succeeded' | 'failed' {
  if (REFUND_UNDECIDED.includes(actionCode)) return 'pending'
  return UNTRIED.includes(actionCode) ? 'succeeded' : 'failed'
}

const BRANDS: Record<string, string> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  MAESTRO: 'Maestro',
  AMEX: 'American Express',
}

/** From a masked number ("411111**1111") we keep the last four digits and the brand. */
export function cardOf(maskedPan: string, paymentSystem: string | undefined) {
  const last4 = /\d{4}$/.exec(maskedPan)?.[0]
  if (!last4) return null
  const named = BRANDS[paymentSystem?.toUpperCase() ?? '']
  if (named) return { brand: named, last4 }
  const brand = maskedPan.startsWith('4') ? 'Visa' : /^[25]/.test(maskedPan) ? 'Mastercard' : 'Card'
  return { brand, last4 }
}
