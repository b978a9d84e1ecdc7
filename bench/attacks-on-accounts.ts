import { en } from '#app/i18n/en.ts'
import { joinAs, PASSWORD } from '#e2e/support/members.ts'
import { openBrowser, type Traveller } from '#e2e/support/traveller.ts'

import { inParallel } from './buyers.ts'
import { MAX_SECONDS, type Attack, type Heard, type Siege } from './siege.ts'
import { waitsFor } from './visitor.ts'

/* Guesses at passwords: to find one, to lock its owner out, or to keep the site busy. */

const EMAIL = 'owner@example.com'
const GUESSES = 60
const OF_ONE_NETWORK = 40
const FLOOD = 160
const CONNECTIONS = 40

export const ACCOUNT_ATTACKS: readonly Attack[] = [lockOut, siegeOfAccount, oneNetwork, flood]

/** Many guesses from one address, at one account. */
async function lockOut(siege: Siege) {
  const owner = await joinAs(siege.url, { email: EMAIL })
  const attacker = siege.stranger()
  return async () => {
    await guess(GUESSES, (place) => logIn(siege, attacker, { email: EMAIL, password: `${place}` }))
    return [
      {
        name: `${GUESSES} wrong log-ins: new browser`,
        before: 'kept out',
        now: isIn(await logIn(siege, siege.stranger(), { email: EMAIL })),
      },
      { name: 'owner, logged in', before: 'kept out', now: await tryPassword(siege, owner) },
    ]
  }
}

/** The same from as many networks, which no limit on a single network stops. */
async function siegeOfAccount(siege: Siege) {
  const email = 'besieged@example.com'
  const owner = await joinAs(siege.url, { email })
  const known = openBrowser(siege.url)
  await logIn(siege, known, { email })
  await siege.post(known, '/account', { intent: 'log-out' })
  return async () => {
    await guess(GUESSES, (place) => logIn(siege, siege.stranger(), { email, password: `${place}` }))
    return [
      {
        name: `from ${GUESSES} networks: known browser`,
        before: 'kept out',
        now: isIn(await logIn(siege, known, { email })),
      },
      { name: 'owner, logged in', before: 'kept out', now: await tryPassword(siege, owner) },
      {
        name: 'owner, new browser',
        before: 'kept out',
        now: isIn(await logIn(siege, siege.stranger(), { email })),
      },
    ]
  }
}

/** A rented server has as many IPv6 addresses as its tenant wants. */
async function oneNetwork(siege: Siege) {
  return async () => {
    const heard = await guess(OF_ONE_NETWORK, (place) => {
      const from = openBrowser(siege.url, { address: `2001:db8:1:1::${place.toString(16)}` })
      return logIn(siege, from, { email: `nobody-${place}@example.com` })
    })
    const refused = heard.filter(({ text }) => text.includes(tooManyTries())).length
    return [{ name: `${OF_ONE_NETWORK} log-ins of one /64: refused`, before: 0, now: refused }]
  }
}

/** Each log-in costs the memory and the passes of a hash, whether or not the account exists. */
async function flood(siege: Siege) {
  return async () => {
    const heard = await guess(FLOOD, (place) =>
      logIn(siege, siege.stranger(), { email: `nobody-${place}@example.org` }),
    )
    const busy = heard.filter(({ isBusy }) => isBusy).length
    return [
      {
        name: `${FLOOD} log-ins, ${CONNECTIONS} at once: search`,
        before: '935 / 2200',
        now: (waits: Parameters<typeof waitsFor>[1]) => waitsFor('search', waits),
      },
      { name: 'told to come again', before: 0, now: busy },
    ]
  }
}

async function guess(times: number, tryOne: (place: number) => Promise<Heard>): Promise<Heard[]> {
  let place = 0
  const { results } = await inParallel(times, CONNECTIONS, () => tryOne((place += 1)), MAX_SECONDS)
  return results
}

function logIn(
  siege: Siege,
  from: Traveller,
  { email, password = PASSWORD }: { email: string; password?: string },
): Promise<Heard> {
  return siege.post(from, '/users/login', { email, 'log-in-password': password })
}

/** A logged-in owner enters the password again to change something. */
async function tryPassword(siege: Siege, owner: Traveller): Promise<string> {
  const { location } = await siege.post(owner, '/account', {
    intent: 'change-password',
    'current-password': PASSWORD,
    'new-password': PASSWORD,
  })
  return location.includes('password-changed') ? 'let in' : 'kept out'
}

function isIn({ status, location }: Heard): string {
  return status === 303 && location === '/account' ? 'let in' : 'kept out'
}

function tooManyTries(): string {
  return en.refusals['too-many-tries']({ ok: false, reason: 'too-many-tries' })
}
