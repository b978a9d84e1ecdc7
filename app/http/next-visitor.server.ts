import { isBuyer, moveBuyer } from '#modules/accounts/move-visitor.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import {
  keepPress,
  nextVisitor,
  nextVisitors,
  noVisitor,
  readVisitor,
  setVisitor,
  visitorKey,
} from '#platform/requests/session.server.ts'

import { forgetting, withCookies } from './headers.server.ts'
import { forgetHolder } from './holder-cookie.server.ts'
import { PRESS } from './press.ts'
import { textIn } from './read-form.server.ts'
import { identifyVisitor } from './visitor-key.server.ts'

/** The keys of a browser: the one it came with, if any, and its new one. */
type Renewed = { before?: string; visitor: string; headers: Headers }

/** The cookies and the user agent, with which a session begins. */
export function browserOf({ headers }: Request): { cookie: string; userAgent: string } {
  return { cookie: headers.get('cookie') ?? '', userAgent: headers.get('user-agent') ?? '' }
}

/**
 * The secret of a form that is about to be shown, and the headers by which a browser with something
 * in its cart can name it later. A browser that only looks gets no cookie.
 */
export function newPress(request: Request): { press: string; headers: Headers } {
  const press = newAccessToken()
  return { press, headers: withCookies(readVisitor(request) ? [keepPress(request, press)] : []) }
}

/**
 * The keys for a login: everything of the browser moves to `visitor`, and `headers` set the cookie.
 */
export async function renewForLogIn(request: Request, form: FormData): Promise<Renewed> {
  const secret = readVisitor(request)
  if (!secret) return identifyVisitor(request)
  const next = nextVisitor(secret, textIn(form, PRESS))
  const headers = new Headers({ 'Set-Cookie': setVisitor(next) })
  const before = (await findLostVisitor(request))?.visitor ?? visitorKey(secret)
  return { before, visitor: visitorKey(next), headers }
}

/**
 * Logs the browser out and clears its data. Orders move to a key that no browser has, so a copy of
 * the cookie opens nothing either; they are found by the links in the emails or by their reference.
 */
export async function forgetVisitor(request: Request): Promise<Headers> {
  const secret = readVisitor(request)
  if (secret) await moveBuyer({ from: visitorKey(secret), to: visitorKey(newAccessToken()) })
  return forgetting(withCookies([noVisitor(), forgetHolder()]))
}

/**
 * The keys for a payment: the one to act as, and a step that gives the browser a new key
 * afterwards.
 */
export type Buyer = {
  visitor: string
  hasPaidBefore: boolean
  /** The key of another press, if that has led on since this one was read. */
  findOvertaken: () => Promise<string | undefined>
  goOn: () => Promise<string | null>
}

const NOBODY: Buyer = {
  visitor: '',
  hasPaidBefore: false,
  findOvertaken: async () => undefined,
  goOn: async () => null,
}

/**
 * The buyer behind “Pay now”. The key of the browser counts until the form has led on, since a
 * refusal shows that browser the page again. A second press of a form that led on uses the key
 * which the first press made, and so does a press in another tab.
 */
export async function whoPays(request: Request, form: FormData): Promise<Buyer> {
  const secret = readVisitor(request)
  if (!secret) return NOBODY
  const from = visitorKey(secret)
  let next = nextVisitor(secret, textIn(form, PRESS))
  const hasPaidBefore = await isBuyer(visitorKey(next))
  const goOn = async () =>
    (await moveBuyer({ from, to: visitorKey(next) })) ? setVisitor(next) : null
  const findOvertaken = async () => {
    const other = hasPaidBefore ? undefined : await findBuyer([next, ...nextVisitors(request)])
    next = other ?? next
    return other && visitorKey(other)
  }
  return { visitor: hasPaidBefore ? visitorKey(next) : from, hasPaidBefore, findOvertaken, goOn }
}

/**
 * The key of a browser whose login or “Pay now” has moved its cart, and the cookie that it did not receive:
 * the response was lost, and the browser asks for a page instead of pressing a second time.
 */
export async function findLostVisitor(
  request: Request,
): Promise<{ visitor: string; setCookie: string } | undefined> {
  const next = await findBuyer(nextVisitors(request))
  return next === undefined ? undefined : { visitor: visitorKey(next), setCookie: setVisitor(next) }
}

async function findBuyer(visitors: readonly string[]): Promise<string | undefined> {
  for (const visitor of visitors) if (await isBuyer(visitorKey(visitor))) return visitor
  return undefined
}
