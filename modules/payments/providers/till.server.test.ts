import { randomUUID } from 'node:crypto'

import { enterRefund, enterSale } from '#modules/payments/till/enter-payment.server.ts'
import { openTill } from '#modules/payments/till/till.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { testProviderContract, type ContractPeer } from '#test/contracts/payment-provider.ts'

import { createTillProvider } from './till.server.ts'

const by = { kind: 'staff', staffId: randomUUID() } as const
const CASH = { means: 'cash' } as const

testProviderContract('till', async (): Promise<ContractPeer> => {
  const opened = await openTill({ by, float: cents(0), now: now() })
  const sessionId = opened.ok ? opened.sessionId : ''
  const entry = () => ({ sessionId, handedOver: CASH, by, now: now() })
  const provider = createTillProvider()
  return {
    provider,
    unreachable: provider,
    noticeUrl: '',
    ways: {
      hasPage: false,
      refunds: 'by-hand',
      ends: { decline: 'declined', cancel: 'cancelled', close: 'cancelled' },
      opensAgain: false,
      refusesUsedReferences: true,
      listsCaptures: true,
      keepsReturnUrl: false,
      datesNotices: false,
      signsIn: 'headers',
    },
    async paysAtOnce({ paymentId, merchantRef, amount }) {
      await inTransaction((tx) => enterSale(tx, { ...entry(), paymentId, merchantRef, amount }))
      const sale = db.selectFrom('tillEntries').select('entryId').where('paymentId', '=', paymentId)
      return (await sale.executeTakeFirstOrThrow()).entryId
    },
    async payOut({ providerRef, refundId, amount }) {
      const sale = db.selectFrom('tillEntries').select('paymentId')
      const { paymentId } = await sale.where('entryId', '=', providerRef).executeTakeFirstOrThrow()
      const refund = { refundId, paymentId: paymentId ?? '', amountCents: amount }
      await inTransaction((tx) => enterRefund(tx, { ...entry(), refund }))
    },
    ...NOTHING_HAPPENS,
  }
})

/** Acts on a page, and faults of a network, which the till does not have. */
const NOTHING_HAPPENS = {
  pay: nothing,
  decline: nothing,
  expire: nothing,
  cancel: nothing,
  startProcessing: nothing,
  failNext: nothing,
  hearNotice: () => Promise.reject(new Error('the till sends no webhooks')),
  stop: nothing,
}

function nothing(): Promise<void> {
  return Promise.resolve()
}
