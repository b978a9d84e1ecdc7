import { testProviderContract, type ContractPeer } from '#test/contracts/payment-provider.ts'
import { addressOfNobody, faultsAt } from '#test/fakes/faults.ts'
import { stripeProtocol } from '#test/fakes/stripe/protocol.ts'
import { startTestBank } from '#test/fixtures/bank.ts'

import { createStripeProvider } from './stripe.server.ts'

const KEY = 'sk_test_keyOfTheTests'
const SECRET = 'whsec_secretOfTheTests'

testProviderContract('stripe', async (): Promise<ContractPeer> => {
  let webhook = ''
  const protocol = stripeProtocol({ webhook: () => webhook })
  const bank = await startTestBank({ key: KEY, secret: SECRET, protocol })
  webhook = `${bank.shop.origin}/notice`
  return {
    provider: createStripeProvider({ url: bank.origin, key: KEY, secret: SECRET }),
    unreachable: createStripeProvider({ url: await addressOfNobody(), key: KEY, secret: SECRET }),
    noticeUrl: webhook,
    ways: {
      hasPage: true,
      refunds: 'when-asked',
      ends: { decline: 'open', cancel: 'open', close: 'expired' },
      opensAgain: true,
      refusesUsedReferences: false,
      listsCaptures: true,
      keepsReturnUrl: true,
      datesNotices: true,
      signsIn: 'headers',
    },
    ...faultsAt(bank),
    // Stripe's page stays open after a decline, so the test pays with a card that is declined.
    decline: async (ref) => {
      const page = { id: ref, url: `${bank.origin}/pay/${ref}`, status: 'open' }
      await bank.payWith(page, '4000000000009995')
    },
  }
})
