import type { NewCheckout, PaymentProvider } from '#modules/payments/provider.ts'
import { createJccProvider } from '#modules/payments/providers/jcc.server.ts'
import { now } from '#platform/clock.server.ts'
import { cents } from '#platform/money.ts'
import { startTestBank, type TestBank } from '#test/fixtures/bank.ts'

import { makeJccProtocol, type JccProtocolSettings } from './protocol.ts'

/* For tests of the adapter: the fake gateway on its own port, with the adapter that calls it. */

export const TOKEN = 'ooc7slpvc61k7sf7ma7p4hrefr'
export const ACCOUNT = { user: 'halcyon-api', password: 'p&ss wörd=1' }

type Gateway = { bank: TestBank; provider: PaymentProvider }

export async function startGateway(protocol: Partial<JccProtocolSettings> = {}): Promise<Gateway> {
  const bank = await startTestBank({
    protocol: makeJccProtocol({ ...ACCOUNT, token: TOKEN, ...protocol }),
    secret: TOKEN,
  })
  return { bank, provider: providerAt(bank.origin) }
}

export function providerAt(
  url: string,
  settings: Partial<Parameters<typeof createJccProvider>[0]> = {},
): PaymentProvider {
  const callbackKeys = { tokens: [TOKEN], publicKeys: [] }
  return createJccProvider({ url, ...ACCOUNT, callbackKeys, ...settings })
}

let count = 0

export function newCheckout({ bank }: Gateway): NewCheckout {
  count += 1
  const startedAt = now()
  return {
    paymentId: `payment-${count}`,
    merchantRef: `7K3MWQ2P-${count}`,
    amount: cents(2700),
    currency: 'EUR',
    locale: 'en',
    description: 'Bus tickets 7K3MWQ2P, 3 passengers',
    lines: [],
    backToBooking: 'Back to the booking',
    email: 'anna@example.com',
    successUrl: 'https://halcyon.example/payment/success/1',
    failUrl: 'https://halcyon.example/payment/fail/1',
    noticeUrl: `${bank.shop.origin}/notice`,
    startedAt,
    expiresAt: startedAt.add({ minutes: 15 }),
  }
}

export async function paidRef(gateway: Gateway): Promise<string> {
  const opened = await gateway.provider.openCheckout(newCheckout(gateway))
  if (!opened.ok) throw new Error(opened.reason)
  const { providerRef: id, redirectUrl: url } = opened
  await gateway.bank.payWith({ id, url, status: 'open' }, '4111111111111111')
  return id
}
