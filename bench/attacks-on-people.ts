import { joinAs, PASSWORD, readToken } from '#e2e/support/members.ts'
import { CONTACT, type Traveller } from '#e2e/support/traveller.ts'

import type { Attack, Siege } from './siege.ts'

/* Attacks on one person: each takes a few requests and almost no load. */

const LINKS = 3
/** Each is long enough, and among the first that attackers try. */
const WEAK = ['Aa123456', 'a1234567', '123456789a', '12qwaszx', 'maverick', 'larnacaairport']

export const PEOPLE_ATTACKS: readonly Attack[] = [oldLinks, planted, strangersCheckout, weakWords]

/**
 * An intruder who once read the mailbox tries the other links after the owner has set a new
 * password.
 */
async function oldLinks(siege: Siege) {
  const email = 'forgetful@example.com'
  const owner = await joinAs(siege.url, { email })
  const tokens: string[] = []
  while (tokens.length < LINKS) {
    await owner.submit(`${siege.url}/users/forgot-password`, { email })
    tokens.push(await readToken(owner, '/users/reset-password', tokens))
  }
  return async () => {
    let worked = 0
    for (const token of tokens) {
      const fields = { token, 'new-password': PASSWORD }
      const { status } = await siege.post(siege.stranger(), '/users/reset-password', fields)
      if (status === 303) worked += 1
    }
    return [{ name: `of ${LINKS} links to a password, worked`, before: LINKS, now: worked }]
  }
}

/** The attacker's visitor cookie, put into the browser in which the victim buys. */
async function planted(siege: Siege) {
  const [attacker, victim] = [siege.stranger(), siege.stranger()]
  await attacker.addToCart(await attacker.chooseRide(rideIn(22)))
  for (const [name, value] of attacker.cookies) victim.cookies.set(name, value)
  return async () => {
    const paid = await victim.payAtBank((await victim.checkOut()).url)
    const manageId = /(?<=\/bookings\/)[\da-z]{26}/.exec(paid.html)?.[0] ?? 'no booking'
    const { text } = await siege.send(attacker, '/bookings')
    const isShown = text.includes(manageId)
    return [{ name: 'planted cookie: bookings seen', before: 1, now: isShown ? 1 : 0 }]
  }
}

/** An order in the name of another person, who then wants to be erased. */
async function strangersCheckout(siege: Siege) {
  const email = 'erased@example.com'
  const owner = await joinAs(siege.url, { email })
  const attacker = siege.stranger()
  await attacker.addToCart(await attacker.chooseRide(rideIn(23)))
  return async () => {
    await attacker.checkOut({ ...CONTACT, email })
    return [
      {
        name: 'order in another’s name: erasing',
        before: 'refused',
        now: await erase(siege, owner),
      },
    ]
  }
}

async function erase(siege: Siege, owner: Traveller): Promise<string> {
  const asked = { intent: 'erase', meant: 'yes', 'erase-password': PASSWORD }
  const { location } = await siege.post(owner, '/account', asked)
  return location.includes('erased') ? 'done' : 'refused'
}

async function weakWords(siege: Siege) {
  return async () => {
    let taken = 0
    for (const [place, password] of WEAK.entries()) {
      const fields = { name: 'Maria Member', email: `weak-${place}@example.com`, terms: 'yes' }
      const { status } = await siege.post(siege.stranger(), '/users/signup', {
        ...fields,
        password,
      })
      if (status === 303) taken += 1
    }
    return [{ name: `of ${WEAK.length} weak passwords, taken`, before: WEAK.length, now: taken }]
  }
}

function rideIn(days: number): Record<string, string> {
  const date = Temporal.Now.plainDateISO('Asia/Nicosia').add({ days }).toString()
  return { from: 'NIC', to: 'LCA', adults: '1', date }
}
