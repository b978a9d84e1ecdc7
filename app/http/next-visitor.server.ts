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

/** The keys of a browser: the one it came with, if any, and the one it goes on with. */
type Renewed = { before?: string; visitor: string; headers: Headers }

/** The headers that a session begins with: the browser's cookies, and its name for itself. */
export function browserOf({ headers }: Request): { cookie: string; userAgent: string } {
  return { cookie: headers.get('cookie') ?? '', userAgent: headers.get('user-agent') ?? '' }
}

/** The keys for a log-in: everything of the browser goes to `visitor`, and `headers` carry the cookie. */
export function renewForLogIn(request: Request, form: FormData): Renewed {
  const secret = readVisitor(request)
  if (!secret) return identifyVisitor(request)
  const next = nextVisitor(secret, textIn(form, PRESS))
  const headers = new Headers({ 'Set-Cookie': setVisitor(next) })
  return { before: visitorKey(secret), visitor: visitorKey(next), headers }
}

/**
 * Nobody is known in this browser any more, and nothing of them is left there. What was bought goes
 * to a key that no browser has, so a copy of the cookie opens nothing either; it is found by the
 * links in the mails, or by its reference.
 */
export async function forgetVisitor(request: Request): Promise<Headers> {
  const secret = readVisitor(request)
  if (secret) await moveBuyer({ from: visitorKey(secret), to: visitorKey(newAccessToken()) })
  return forgetting(withCookies([noVisitor(), forgetHolder()]))
}

/** The keys for a payment: one to act as, and a step that makes the browser another visitor afterwards. */
export type Buyer = { visitor: string; hasPaidBefore: boolean; goOn: () => Promise<string | null> }

/**
 * The buyer behind “Pay now”. Until it leads on, they are whom the browser says, since the page with the
 * form is shown to them again otherwise; by the second press of a form that led on, whom it made.
 */
export async function whoPays(request: Request, form: FormData): Promise<Buyer> {
  const secret = readVisitor(request)
  if (!secret) return { visitor: '', hasPaidBefore: false, goOn: async () => null }
  const next = nextVisitor(secret, textIn(form, PRESS))
  const moving = { from: visitorKey(secret), to: visitorKey(next) }
  const hasPaidBefore = await isBuyer(moving.to)
  const goOn = async () => ((await moveBuyer(moving)) ? setVisitor(next) : null)
  return { visitor: hasPaidBefore ? moving.to : moving.from, hasPaidBefore, goOn }
}
