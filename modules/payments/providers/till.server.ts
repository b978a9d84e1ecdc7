import type {
  PaymentProvider,
  ProviderRefund,
  ProviderSnapshot,
  RefundAnswer,
} from '#modules/payments/provider.ts'
import { db } from '#platform/db.server.ts'
import { UUID } from '#platform/ids.ts'
import { cents, sum } from '#platform/money.ts'

/**
 * Our own till as a provider of payments. Its record is `till_entries`: a sale there is a payment, and
 * a refund is one once a member of staff has entered that it was paid out. It opens no page and sends
 * no webhook; sales and pay-outs write its entries (modules/payments/till).
 */
export function createTillProvider(): PaymentProvider {
  return {
    id: 'till',
    pageOrigins: [],
    refundsByHand: true,

    openCheckout: () => Promise.resolve(REJECTED),

    async findByMerchantRef(merchantRef) {
      const sale = await selectSales().where('merchantRef', '=', merchantRef).executeTakeFirst()
      return { ok: true, providerRef: sale?.entryId ?? null, redirectUrl: null }
    },

    async fetch(providerRef) {
      const sale = await findSale(providerRef)
      return sale ? toSnapshot(sale, await listPaidOut(providerRef)) : REJECTED
    },

    /** Lists all of them at once: no till sells more in some days than fits a page. */
    async listCaptures({ since }) {
      const sales = await selectSales().where('enteredAt', '>=', since).execute()
      const captures = sales.map(({ entryId, merchantRef, enteredAt }) => {
        return { providerRef: entryId, merchantRef, returnUrl: null, begunAt: enteredAt }
      })
      return { ok: true, captures, next: null }
    },

    async closeCheckout(providerRef) {
      const sale = await findSale(providerRef)
      return sale ? { ok: true, result: 'already-paid' } : REJECTED
    },

    /** Promises the refund. It is made when a member of staff pays it out. */
    async refund({ providerRef, refundId, amount }): Promise<RefundAnswer | typeof REJECTED> {
      const sale = await findSale(providerRef)
      const paidOut = await listPaidOut(providerRef)
      const made = paidOut.find((one) => one.refundId === refundId)
      if (made) return { ok: true, providerRef: made.providerRef, state: made.state }
      const isTooMuch = !sale || sumOf(paidOut) + amount > sale.amountCents
      return isTooMuch ? REJECTED : { ok: true, providerRef: refundId, state: 'pending' }
    },

    parseWebhook: () => ({ ok: false, reason: 'not-genuine' }),
  }
}

const REJECTED = { ok: false, reason: 'rejected' } as const

type Sale = NonNullable<Awaited<ReturnType<typeof findSale>>>

/** An entry's id is a uuid; any other name belongs to no sale. */
async function findSale(entryId: string) {
  return UUID.test(entryId)
    ? selectSales().where('entryId', '=', entryId).executeTakeFirst()
    : undefined
}

function selectSales() {
  return db
    .selectFrom('tillEntries')
    .select(['entryId', 'merchantRef', 'amountCents', 'enteredAt'])
    .where('kind', '=', 'sale')
}

async function listPaidOut(saleEntryId: string): Promise<ProviderRefund[]> {
  const rows = await db
    .selectFrom('tillEntries')
    .select(['entryId', 'refundId', 'amountCents'])
    .where('saleEntryId', '=', saleEntryId)
    .orderBy('enteredAt')
    .execute()
  return rows.map(({ entryId, refundId, amountCents }) => {
    return { providerRef: entryId, refundId, amount: cents(0 - amountCents), state: 'succeeded' }
  })
}

function sumOf(refunds: readonly ProviderRefund[]) {
  return sum(refunds.map(({ amount }) => amount))
}

function toSnapshot(sale: Sale, refunds: ProviderRefund[]): ProviderSnapshot {
  return {
    ok: true,
    providerRef: sale.entryId,
    status: 'paid',
    amount: sale.amountCents,
    currency: 'EUR',
    merchantRef: sale.merchantRef,
    captured: cents(sale.amountCents),
    refunded: sumOf(refunds),
    refunds,
    disputed: false,
    lastDecline: null,
    card: null,
  }
}
