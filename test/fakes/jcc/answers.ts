import { createHash } from 'node:crypto'

import type { DeclineCode, Order, OrderStatus, Refund } from '#bank/order.ts'
import { refundedOf } from '#bank/order.ts'

/* How the fake gateway reports the status of an order in the bank's books. */

/** The merchant "status version" from which responses contain each field. */
const SINCE = {
  paymentAmountInfo: 3,
  refunds: 5,
  chargeback: 6,
  paymentSystem: 8,
  depositedDate: 10,
  externalRefundId: 21,
  displayErrorMessage: 33,
} as const
export const NEWEST_STATUS_VERSION = 46

const ACTION_CODES: Record<DeclineCode, number> = {
  do_not_honour: 5,
  insufficient_funds: 116,
  expired_card: 101,
  incorrect_cvc: 71015,
  authentication_failed: -2025,
  authentication_cancelled: -2018,
  authentication_timeout: -2022,
  issuer_timeout: 907,
}
const NO_ATTEMPT = -100
const SESSION_EXPIRED = -2007
const PROCESSING_TIMED_OUT = 151_019

const CURRENCIES: Record<string, string> = { EUR: '978', USD: '840' }

type Merchant = { version: number; successCode: string }

export function statusAnswer(order: Order, merchant: Merchant): Record<string, unknown> {
  const { version } = merchant
  const { orderStatus, actionCode } = standingOf(order)
  const isListed = order.refunds.length > 0
  const from = (field: keyof typeof SINCE, value: Record<string, unknown>) =>
    version >= SINCE[field] ? value : {}
  return {
    orderNumber: order.merchantRef,
    orderStatus,
    // Text in some responses and a number in others, as from the real gateway.
    actionCode: order.amount % 200 === 0 ? String(actionCode) : actionCode,
    actionCodeDescription: '',
    amount: order.amount,
    currency: CURRENCIES[order.currency] ?? order.currency,
    date: order.createdAt.epochMilliseconds,
    orderDescription: order.description,
    ip: '192.0.2.1',
    merchantOrderParams: [],
    transactionAttributes: [],
    attributes: [{ name: 'mdOrder', value: order.id }],
    ...(order.card && { cardAuthInfo: cardOf(order, version) }),
    ...from('paymentAmountInfo', { paymentAmountInfo: amountsOf(order) }),
    ...(isListed && from('refunds', { refunds: refundsOf(order, merchant) })),
    ...from('chargeback', { chargeback: order.disputed }),
    ...(order.captured > 0 &&
      from('depositedDate', { depositedDate: order.createdAt.epochMilliseconds })),
    ...(order.lastDecline && from('displayErrorMessage', { displayErrorMessage: 'Declined' })),
  }
}

function standingOf(order: Order): { orderStatus: number; actionCode: number } {
  const declined = order.lastDecline ? ACTION_CODES[order.lastDecline] : NO_ATTEMPT
  // A gateway that cannot reach the bank of the card says "declined"; only the code shows that this
  // may be wrong.
  const isSilent = order.settles?.into === 'declined'
  const refunded = refundedOf(order)
  const standings: Record<OrderStatus, [number, number]> = {
    open: [0, declined],
    processing: isSilent ? [6, PROCESSING_TIMED_OUT] : [7, NO_ATTEMPT],
    paid: [refunded > 0 ? 4 : 2, 0],
    declined: [6, declined],
    expired: [6, SESSION_EXPIRED],
    cancelled: [6, declined],
  }
  const [orderStatus, actionCode] = standings[order.status]
  return { orderStatus, actionCode }
}

/** The deposited amount falls with each refund, down to zero. */
function amountsOf(order: Order) {
  const { captured } = order
  const refunded = refundedOf(order)
  const isCaptured = captured > 0
  return {
    paymentState: refunded > 0 ? 'REFUNDED' : isCaptured ? 'DEPOSITED' : 'CREATED',
    approvedAmount: captured,
    depositedAmount: captured - refunded,
    refundedAmount: refunded,
    totalAmount: order.amount,
  }
}

function refundsOf({ refunds, createdAt }: Order, { version, successCode }: Merchant) {
  return refunds.map((refund, index) => ({
    date: createdAt.add({ seconds: index }).epochMilliseconds,
    amount: refund.amount,
    actionCode: refund.state === 'succeeded' ? successCode : '5',
    referenceNumber: referenceOf(refund),
    ...(version >= SINCE.externalRefundId &&
      refund.refundId !== null && { externalRefundId: refund.refundId }),
  }))
}

/** Twelve digits, the form in which acquirers number their operations. */
export function referenceOf({ id }: Refund): string {
  const number = BigInt(`0x${createHash('sha256').update(id).digest('hex')}`) % 1_000_000_000_000n
  return String(number).padStart(12, '0')
}

function cardOf({ card }: Order, version: number) {
  const first = card?.brand === 'Mastercard' ? '555555' : '411111'
  return {
    maskedPan: `${first}**${card?.last4}`,
    expiration: '203912',
    cardholderName: 'TEST TRAVELLER',
    approvalCode: '123456',
    ...(version >= SINCE.paymentSystem && { paymentSystem: card?.brand.toUpperCase() }),
  }
}
