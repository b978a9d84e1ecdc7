import { DatabaseSync } from 'node:sqlite'

import { startBank } from '#bank/bank.ts'
import { rememberAddress } from '#modules/payments/providers.server.ts'
import { now } from '#platform/clock.server.ts'
import { env } from '#platform/settings/env.server.ts'

const CARDS = { good: '4111111111111111', declined: '4000000000000002' } as const

export type DemonstrationBank = Awaited<ReturnType<typeof openDemonstrationBank>>

/**
 * The sandbox bank with the records of the site's own, at the time of this program, so that the site
 * can refund what was paid here. It tells the site nothing: this program asks for the truth itself.
 */
export async function openDemonstrationBank(databaseFile: string) {
  const { BANK_KEY: key, BANK_SECRET: secret } = env()
  const bank = await startBank({
    port: 0,
    host: '127.0.0.1',
    databaseFile,
    key,
    secret,
    control: true,
  })
  rememberAddress('sandbox', bank.origin)
  const file = new DatabaseSync(databaseFile)
  file.exec(keepPagesOpen(now()))
  const control = (path: string, body: object) =>
    post(`${bank.origin}/control${path}`, JSON.stringify(body))
  await control('/chaos', { never: true })
  return {
    pay: (page: string, card: keyof typeof CARDS) =>
      post(
        page,
        new URLSearchParams({
          number: CARDS[card],
          expiry: '12/39',
          cvc: '123',
          name: 'Card Holder',
        }),
      ),
    /** Takes a euro less than it was asked for. */
    payOddSum: (providerRef: string, askedCents: number) =>
      control(`/orders/${providerRef}/pay`, { amount: askedCents - 100 }),
    async stop() {
      file.exec(FORGET_PAGES)
      file.close()
      await bank.stop()
    },
  }
}

const FORGET_PAGES = 'pragma busy_timeout = 2000; drop trigger if exists page_of_the_past'

/**
 * The site's own instance of the bank lives today and looks several times a second for pages whose
 * time is over. A page of the past never waits for that: it is paid a moment after it was opened.
 */
function keepPagesOpen(present: Temporal.Instant): string {
  return `${FORGET_PAGES};
    create trigger page_of_the_past after insert on orders
    when new.wakes_at < ${present.epochMilliseconds}
    begin update orders set wakes_at = null where id = new.id; end`
}

async function post(url: string, body: string | URLSearchParams): Promise<void> {
  const response = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  await response.body?.cancel()
}
