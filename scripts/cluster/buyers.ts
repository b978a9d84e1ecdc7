import { setTimeout as pause } from 'node:timers/promises'

import { CONTACT, formIn, linksIn, openBrowser, type Page } from '#e2e/support/traveller.ts'

/*
 * Buyers without script who try again, like people, until they see their ticket. What they have seen
 * counts as acknowledged: none of it may be lost.
 */

export type Seen = {
  /** The address of the page with the ticket. */
  ticket: string
  /** When it was seen, in milliseconds since the first buyer came. */
  at: number
}
/** Answers that were no help, by moment: 5xx, or no answer at all. */
export type Refused = { status: number; at: number }
export type Bought = { seen: Seen[]; refused: Refused[]; gaveUp: string[]; soldOut: number }

const PATIENCE_SECONDS = 180
const PAUSE_MILLISECONDS = 1000
const FIRST_DAY = 3
const DAYS = 20
const TICKET = /\/tickets\/[0-9a-hjkmnp-tv-z]{26}/

type Rush = { site: string; atOnce: number; seconds: number; isOver: () => boolean }

/**
 * So many buyers at a time, each followed by the next, for these seconds and until it `isOver`. An
 * even pace would pile up behind a fault, and measure the crowd instead of the fault.
 */
export async function buyTickets(bought: Bought, rush: Rush): Promise<void> {
  const began = performance.now()
  const clock = () => performance.now() - began
  let number = 0
  const lanes = Array.from({ length: rush.atOnce }, async () => {
    while (clock() < rush.seconds * 1000 || !rush.isOver()) {
      await buyOne({ site: rush.site, number: number++, clock, bought })
    }
  })
  await Promise.all(lanes)
}

type Buyer = { site: string; number: number; clock: () => number; bought: Bought }

async function buyOne({ site, number, clock, bought }: Buyer): Promise<void> {
  const browser = openBrowser(site)
  const date = Temporal.Now.plainDateISO('Asia/Nicosia').add({ days: FIRST_DAY + (number % DAYS) })
  const search = { from: 'NIC', to: 'LCA', adults: '1', date: date.toString() }
  const contact = { ...CONTACT, email: `buyer-${number}@example.com` }
  const deadline = performance.now() + PATIENCE_SECONDS * 1000

  /** Repeats a step until `isDone`; a fault of the network is an answer of status 0. */
  async function insist<Answer>(
    step: string,
    ask: () => Promise<Answer>,
    isDone: (answer: Answer) => boolean,
  ): Promise<Answer> {
    for (;;) {
      const answer = await ask().catch((): undefined => undefined)
      if (answer !== undefined && isDone(answer)) return answer
      const { status = 0 } = (answer ?? {}) as { status?: number }
      if (status === 0 || status >= 500) bought.refused.push({ status, at: clock() })
      if (performance.now() > deadline) throw new Error(`a buyer gave up at: ${step}`)
      await pause(PAUSE_MILLISECONDS)
    }
  }

  try {
    const look = () => browser.visit(`/book-now?${new URLSearchParams(search)}`)
    const found = await insist('search', look, (page) => choicesOf(page).length > 0)
    const choose = () => browser.visit(choicesOf(found)[0] ?? '')
    const chosen = await insist('choose', choose, ({ html }) => html.includes('name="from-stop"'))
    const form = formIn(chosen.html, 'from-stop')
    const hold = () => browser.submit(chosen.url, form)
    const held = await insist('hold', hold, isShown)
    if (held.url.includes('refused=')) {
      bought.soldOut += 1
      return
    }
    const isAtBank = (page: Page) => isShown(page) && !page.url.startsWith(site)
    const bank = await insist('check out', () => browser.checkOut(contact), isAtBank)
    const pay = async () => ({ url: await browser.payByCard(bank.url) })
    const paid = await insist('pay', pay, ({ url }) => url.startsWith(site))
    const page = await insist('see the ticket', () => browser.visit(paid.url), isTicket)
    const [ticket = ''] = TICKET.exec(page.html) ?? []
    bought.seen.push({ ticket, at: clock() })
  } catch (error) {
    bought.gaveUp.push((error as Error).message)
  }
}

function isShown({ status }: Page): boolean {
  return status === 200
}

function isTicket(page: Page): boolean {
  return isShown(page) && TICKET.test(page.html)
}

function choicesOf({ html }: Page): string[] {
  return linksIn(html).filter((href) => href.includes('departure='))
}
