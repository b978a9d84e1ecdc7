import { PRESS } from '#app/components/press.tsx'
import { isBuyer, moveBuyer } from '#modules/accounts/move-visitor.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import {
  nextVisitor,
  noVisitor,
  readVisitor,
  setVisitor,
  visitorKey,
} from '#platform/session.server.ts'

import { forgetting, withCookies } from './headers.server.ts'
import { forgetHolder } from './holder-cookie.server.ts'
import { textIn } from './read-form.server.ts'
import { identifyVisitor } from './visitor-key.server.ts'

/** The keys of a browser: the one it came with, if any, and its new one. */
type Renewed = { before?: string; visitor: string; headers: Headers }

/** The cookies and the user agent, with which a session begins. */
export function browserOf({ headers }: Request): { cookie: string; userAgent: string } {
  return { cookie: headers.get('cookie') ?? '', userAgent: headers.get('user-agent') ?? '' }
}

/**
 * The keys for a login: everything of the browser moves to `visitor`, and `headers` set the cookie.
 */
export function renewForLogIn(request: Request, form: FormData): Renewed {
  const secret = readVisitor(request)
  if (!secret) return identifyVisitor(request)
  const next = nextVisitor(secret, textIn(form, PRESS))
  const headers = new Headers({ 'Set-Cookie': setVisitor(next) })
  return { before: visitorKey(secret), visitor: visitorKey(next), headers }
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
  /** The key of the other press, if that has led on since this one was read. */
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
 * which the first press made.
 */
export async function whoPays(request: Request, form: FormData): Promise<Buyer> {
  const secret = readVisitor(request)
  if (!secret) return NOBODY
  const next = nextVisitor(secret, textIn(form, PRESS))
  const moving = { from: visitorKey(secret), to: visitorKey(next) }
  const hasPaidBefore = await isBuyer(moving.to)
  const goOn = async () => ((await moveBuyer(moving)) ? setVisitor(next) : null)
  const findOvertaken = async () =>
    !hasPaidBefore && (await isBuyer(moving.to)) ? moving.to : undefined
  return { visitor: hasPaidBefore ? moving.to : moving.from, hasPaidBefore, findOvertaken, goOn }
}
