import { randomInt } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'

/*
 * Buyers with a browser without script, as cheap as possible: connections stay open, and only the
 * page with the ticket is parsed.
 */

export type Bus = {
  departureId: string
  /** The page on which it is chosen, and the fields of its form. */
  path: string
  form: Readonly<Record<string, string>>
}
export type Outcome = 'ticket' | 'sold out'

const CONTACT = { name: 'Anna Example', email: 'anna@example.com' }
const ORDERED = { ...CONTACT, intent: 'pay', terms: 'yes' }
const CARD = { number: '4111111111111111', expiry: '12/39', cvc: '123', name: 'Anna Example' }
const HEADERS = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  'sec-fetch-site': 'same-origin',
}
const TICKET = /\/tickets\/[0-9a-hjkmnp-tv-z]{26}/

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

type Answer = { status: number; location: string; cookies: string[]; read: () => string }
type Buyer = (url: string, fields?: Record<string, string>) => Promise<Answer>

/** A buyer with their own address. Requests to the bank carry no cookie of ours. */
function addBuyer(site: string): Buyer {
  const address = [10, randomInt(256), randomInt(256), randomInt(1, 255)].join('.')
  const cookies = new Map<string, string>()
  return async (url, fields) => {
    const isOurs = url.startsWith(site)
    const cookie = [...cookies.values()].join('; ')
    const headers = { 'x-forwarded-for': address, ...(isOurs && cookie && { cookie }) }
    const answer = await send(url, headers, fields)
    for (const one of isOurs ? answer.cookies : []) cookies.set(one.split('=')[0] ?? '', one)
    return answer
  }
}

/** The number of times that buyers were asked to retry, and did. */
export const toldToComeAgain = { times: 0 }
const MAX_TRIES = 20
const PAUSE_MILLISECONDS = 200

/**
 * From the bus to the ticket in as few requests as a browser needs: hold, open the cart, pay, send
 * the bank's card form, return.
 */
export async function order(site: string, bus: Bus): Promise<Outcome> {
  const buyer = addBuyer(site)
  if (!(await hold(site, bus, buyer))) return 'sold out'
  await pay(buyer, await openBank(site, buyer))
  return 'ticket'
}

/** The whole journey: also search and choose, open the bank's form, and open the ticket. */
export async function travel(site: string, bus: Bus): Promise<Outcome> {
  const buyer = addBuyer(site)
  const { searchParams } = new URL(bus.path, site)
  const search = [...searchParams].filter(([name]) => !/departure|stop/.test(name))
  await insist(() => buyer(`${site}/book-now?${new URLSearchParams(search)}`), isShown)
  await insist(() => buyer(site + bus.path), isShown)
  if (!(await hold(site, bus, buyer))) return 'sold out'
  const bank = await openBank(site, buyer)
  await insist(() => buyer(bank), isShown)
  const back = await pay(buyer, bank)
  const [ticket = ''] = TICKET.exec(back.read()) ?? []
  await insist(() => buyer(site + ticket), isShown)
  return 'ticket'
}

/** Takes the seat and opens the cart, or the search that tells that the bus is sold out: false. */
async function hold(site: string, bus: Bus, buyer: Buyer): Promise<boolean> {
  const held = await insist(
    () => buyer(site + bus.path, { ...bus.form }),
    ({ status }) => status === 303,
  )
  await insist(() => buyer(held.location), isShown)
  return !held.location.includes('refused=')
}

/** The address of the bank's page. */
async function openBank(site: string, buyer: Buyer): Promise<string> {
  const isLedAway = ({ location }: Answer) => location !== '' && !location.startsWith(site)
  return (await insist(() => buyer(`${site}/cart`, ORDERED), isLedAway)).location
}

/** Sends the card, and returns the page to which the bank redirects. */
async function pay(buyer: Buyer, bank: string): Promise<Answer> {
  const { location } = await insist(
    () => buyer(bank, CARD),
    (answer) => answer.location.includes('/success/'),
  )
  return insist(() => buyer(location), hasTicket)
}

function isShown({ status }: Answer): boolean {
  return status === 200
}

function hasTicket(answer: Answer): boolean {
  return answer.status === 200 && TICKET.test(answer.read())
}

/** Repeats a request until its response is as expected. A site that is too busy asks for a retry. */
async function insist(
  press: () => Promise<Answer>,
  isAnswer: (answer: Answer) => boolean,
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await press()
    if (isAnswer(answer)) return answer
    toldToComeAgain.times += 1
    await pause(PAUSE_MILLISECONDS)
    if (tries === MAX_TRIES) throw new Error(`answered ${tries} times with ${answer.status}`)
  }
}

/**
 * Makes `runs` runs, at most `atOnce` at a time; none starts after `longest` seconds. Returns the
 * results and the seconds taken.
 */
export async function inParallel<Result>(
  runs: number,
  atOnce: number,
  run: () => Promise<Result>,
  longest = Number.POSITIVE_INFINITY,
): Promise<{ results: Result[]; seconds: number }> {
  const began = performance.now()
  const passed = () => (performance.now() - began) / 1000
  const results: Result[] = []
  let left = runs
  const lanes = Array.from({ length: atOnce }, async () => {
    while (left-- > 0 && passed() < longest) results.push(await run())
  })
  await Promise.all(lanes)
  return { results, seconds: passed() }
}

function send(
  url: string,
  headers: Record<string, string>,
  fields: Record<string, string> | undefined,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const body = fields && new URLSearchParams(fields).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const asked = request(
    url,
    {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...HEADERS,
        ...headers,
        ...(body !== undefined && { ...type, origin: new URL(url).origin }),
      },
    },
    (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { statusCode = 0, headers: given } = response
        const location = given.location ? new URL(given.location, url).href : ''
        const cookies = (given['set-cookie'] ?? []).flatMap((one) => one.split(';')[0] ?? [])
        const read = () => decode(Buffer.concat(chunks), given['content-encoding'] ?? '')
        resolve({ status: statusCode, location, cookies, read })
      })
    },
  )
  asked.on('error', (error) => {
    // The site closed an idle connection at the moment it was used again.
    if (asked.reusedSocket) resolve(send(url, headers, fields))
    else reject(error)
  })
  asked.end(body)
  return promise
}

function decode(body: Buffer, encoding: string): string {
  if (encoding === 'zstd') return zstdDecompressSync(body).toString()
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString()
}
