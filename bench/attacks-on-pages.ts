import { readdirSync } from 'node:fs'

import { AS_A_BROWSER } from '#e2e/support/as-sent.ts'
import { buy } from '#e2e/support/held-orders.ts'
import { linksIn } from '#e2e/support/traveller.ts'
import { BREAKPOINTS, DENSITIES, imagePath } from '#platform/images/image-options.ts'

import { inParallel } from './buyers.ts'
import { cpuOf } from './cpu.ts'
import { MAX_SECONDS, type Attack, type Heard, type Siege } from './siege.ts'
import { medianAndWorst } from './visitor.ts'

/* Pages and files that are expensive to make, requested again and again. */

const PICTURES_AT_ONCE = 40
const PICTURES_OF_OTHERS = 11
const PDFS = 480
const PDFS_AT_ONCE = 40
const PDFS_OF_OTHERS = 10
const SPELLINGS = 64
/** Cached pages cost too little to be measured by a few. */
const TIMES_KEPT = 640

export const PAGE_ATTACKS: readonly Attack[] = [pictures, documents, spellings, figures]

/** Each is made for the first time: the most expensive ones, beside those of another visitor's page. */
async function pictures(siege: Siege) {
  const names = readdirSync('images')
  const widths = new Set(
    Object.values(BREAKPOINTS).flatMap((width) => DENSITIES.map((density) => width * density)),
  )
  const variants = names.flatMap((name) =>
    [...widths].map((width) => imagePath(name, { width, format: 'png', quality: 60 })),
  )
  const theirs = names.slice(0, PICTURES_OF_OTHERS).map((name) => imagePath(name, { width: 1024 }))
  const [attacker, other] = [siege.stranger(), siege.stranger()]
  return async () => {
    let place = 0
    const all = inParallel(
      variants.length,
      PICTURES_AT_ONCE,
      () => siege.send(attacker, variants[place++] ?? ''),
      MAX_SECONDS,
    )
    const { results: heard } = await askInTurn(theirs, (path) => siege.send(other, path))
    await all
    const refused = heard.filter(({ status }) => status !== 200)
    return [
      {
        name: `${PICTURES_AT_ONCE} pictures at once: refused`,
        before: `9 of ${PICTURES_OF_OTHERS}`,
        now: `${refused.length} of ${heard.length}`,
      },
      { name: 'of others, wait, ms', before: '– / 8000', now: waitOf(heard) },
    ]
  }
}

/** One after the other, as a visitor does who waits for each. */
function askInTurn(paths: readonly string[], ask: (path: string) => Promise<Heard>) {
  let place = 0
  return inParallel(paths.length, 1, () => ask(paths[place++] ?? ''), MAX_SECONDS)
}

/** One ticket again and again, while another traveller wants theirs. */
async function documents(siege: Siege) {
  const [mine, another] = [await buyTicket(siege), await buyTicket(siege)]
  const [attacker, other] = [siege.stranger(), siege.stranger()]
  return async () => {
    const all = inParallel(
      PDFS,
      PDFS_AT_ONCE,
      () => siege.send(attacker, `${mine}/ticket.pdf`),
      MAX_SECONDS,
    )
    const wanted = Array.from({ length: PDFS_OF_OTHERS }, () => `${another}/ticket.pdf`)
    const { results: heard } = await askInTurn(wanted, (path) => siege.send(other, path))
    await all
    return [
      {
        name: `${PDFS} PDFs of one: another’s, ms`,
        before: '– / 2500',
        now: waitOf(heard.filter(({ status }) => status === 200)),
      },
    ]
  }
}

/**
 * The router accepts many spellings of a page, each of which was cached. CPU is measured without
 * load.
 */
async function spellings(siege: Siege) {
  const spelled = Array.from({ length: SPELLINGS }, (_, place) => spell('faq', place))
  const attacker = siege.stranger()
  const ask = (path: string) => siege.send(attacker, path, { headers: AS_A_BROWSER })
  for (let place = 0; place < 3; place++) await ask('/faq')
  const kept = await cpuFor(
    siege,
    Array.from({ length: TIMES_KEPT }, () => '/faq'),
    ask,
  )
  const others = await cpuFor(siege, spelled, ask)
  return async () => {
    await inParallel(SPELLINGS, 4, () => ask(spelled.pop() ?? '/faq'), MAX_SECONDS)
    return [
      { name: '/FaQ, /faq//, … CPU ms each', before: 42, now: others.toFixed(1) },
      { name: '/faq, CPU ms each', before: 2, now: kept.toFixed(1) },
    ]
  }
}

async function cpuFor(
  siege: Siege,
  paths: readonly string[],
  ask: (path: string) => Promise<Heard>,
): Promise<number> {
  const before = cpuOf(siege.pid())
  for (const path of paths) await ask(path)
  return (cpuOf(siege.pid()) - before) / paths.length
}

/** Every letter in upper or lower case, and more and more slashes at the end. */
function spell(page: string, place: number): string {
  const letters = page
    .split('')
    .map((letter, bit) => ((place >> bit) & 1 ? letter.toUpperCase() : letter))
  return `/${letters.join('')}${'/'.repeat(1 + (place >> page.length))}`
}

/** Our own metrics, through a proxy that reveals itself by one header or another. */
async function figures(siege: Siege) {
  const ask = (headers: Record<string, string>) => fetch(`${siege.url}/metrics`, { headers })
  return async () => [
    {
      name: '/metrics with Forwarded: status',
      before: 200,
      now: (await ask({ forwarded: 'for=192.0.2.1' })).status,
    },
    {
      name: '/metrics with X-Real-IP: status',
      before: 200,
      now: (await ask({ 'x-real-ip': '192.0.2.1' })).status,
    },
  ]
}

/** The path of a ticket that was bought for this. */
async function buyTicket(siege: Siege): Promise<string> {
  const buyer = siege.stranger()
  const date = Temporal.Now.plainDateISO('Asia/Nicosia').add({ days: 21 }).toString()
  const manageId = await buy(buyer, { from: 'NIC', to: 'LCA', adults: '1', date })
  const { html } = await buyer.visit(`/bookings/${manageId}`)
  const ticket = linksIn(html).find((href) => /\/tickets\/[\da-z]{26}$/.test(href))
  if (!ticket) throw new Error('there is no ticket')
  return new URL(ticket, siege.url).pathname
}

function waitOf(heard: readonly Heard[]): string {
  return heard.length > 0 ? medianAndWorst(heard.map(({ milliseconds }) => milliseconds)) : '–'
}
