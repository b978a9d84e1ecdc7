import { randomInt } from 'node:crypto'

import { localePath, type Locale } from '#platform/locale.ts'
import { LIMIT_MILLISECONDS } from '#test/fixtures/one-limit.ts'

/*
 * A visitor whose browser runs no script: cookies, forms, links and redirects over plain HTTP. Each
 * has an address of their own, so that limits per address count them separately.
 */

export type Page = {
  status: number
  /** The address after all redirects. */
  url: string
  html: string
  headers: Headers
}

export type Fields = Record<string, string>

export type Traveller = ReturnType<typeof openBrowser>

const MAX_REDIRECTS = 10
/** Accepted by every card form of the sandbox bank, with one of its card numbers. */
const CARD = { expiry: '12/39', cvc: '123', name: 'Anna Example' }
export const CARDS = {
  paid: '4111111111111111',
  challenge: '5555555555555599',
  declined: '4000000000000002',
} as const
const CODE_FROM_CARD_BANK = '123456'

export const CONTACT = { name: 'Anna Example', email: 'anna@example.com' }

type WhoBrowses = {
  address?: string
  /** The language of their search and booking. */
  locale?: Locale
}

export function openBrowser(
  site: string,
  { address = someAddress(), locale = 'en' }: WhoBrowses = {},
) {
  const cookies = new Map<string, string>()

  /** One request and its response, without following redirects. */
  async function ask(url: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(url)
    const headers = new Headers(init.headers)
    headers.set('X-Forwarded-For', address)
    if (init.method === 'POST' && !headers.has('Origin')) headers.set('Origin', origin)
    const known = [...cookies].filter(([key]) => key.startsWith(`${origin} `))
    const cookie = known.map(([key, value]) => `${key.split(' ')[1]}=${value}`).join('; ')
    if (cookie && !headers.has('Cookie')) headers.set('Cookie', cookie)
    const signal = AbortSignal.timeout(LIMIT_MILLISECONDS)
    const response = await fetch(url, { redirect: 'manual', signal, ...init, headers })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(`${origin} ${name}`, value)
    }
    return response
  }

  /** Follows all redirects, as a browser does. */
  async function visit(path: string, init: RequestInit = {}): Promise<Page> {
    let url = new URL(path, site).href
    let response = await ask(url, init)
    for (let redirects = 0; redirects < MAX_REDIRECTS; redirects++) {
      const next = response.headers.get('Location')
      if (!next) break
      await response.body?.cancel()
      url = new URL(next, url).href
      response = await ask(url)
    }
    const { status, headers } = response
    return { status, url, html: await response.text(), headers }
  }

  function submit(url: string, fields: Fields): Promise<Page> {
    return visit(url, { method: 'POST', body: new URLSearchParams(fields) })
  }

  /** Pays, and returns the address to which the bank redirects. */
  async function payByCard(page: string, card: keyof typeof CARDS = 'paid'): Promise<string> {
    const after = await send(page, { ...CARD, number: CARDS[card] })
    const isAsked = new URL(after).pathname.startsWith('/3ds/')
    return isAsked ? send(after, { code: CODE_FROM_CARD_BANK }) : after
  }

  /** Pays, and follows the redirects of the bank. */
  async function payAtBank(page: string, card?: keyof typeof CARDS): Promise<Page> {
    return visit(await payByCard(page, card))
  }

  /** Submits a form, and returns the address of its redirect. */
  async function send(url: string, fields: Fields): Promise<string> {
    const response = await ask(url, { method: 'POST', body: new URLSearchParams(fields) })
    await response.body?.cancel()
    return new URL(response.headers.get('Location') ?? url, url).href
  }

  return {
    site,
    cookies,
    ask,
    visit,
    submit,
    send,
    payByCard,
    payAtBank,
    chooseRide,
    addToCart,
    checkOut,
  }

  /** Searches, takes the first departure, and returns the page with its form. */
  async function chooseRide(search: Fields): Promise<Page> {
    const results = await visit(localePath(locale, `/book-now?${new URLSearchParams(search)}`))
    const [choice] = linksIn(results.html).filter((href) => href.includes('departure='))
    if (!choice) throw new Error(`no departure can be chosen at ${results.url}`)
    return visit(choice)
  }

  async function addToCart(chosen: Page, counts: Fields = {}): Promise<Page> {
    const form = formIn(chosen.html, 'from-stop')
    return submit(chosen.url, { ...form, ...counts })
  }

  /** From the cart to the bank's card form. */
  async function checkOut(contact: Fields = CONTACT): Promise<Page> {
    const cart = await visit(localePath(locale, '/cart'))
    const form = formIn(cart.html, 'email')
    return submit(cart.url, { ...form, intent: 'pay', terms: 'yes', ...contact })
  }
}

/** The links of a page, as a browser reads them. */
export function linksIn(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, href = '']) => decode(href))
}

/** The other files that a page loads, or that it names for programs. */
export function filesIn(html: string): string[] {
  const tags = html.matchAll(/<(?:img|image|script|link)\b[^>]*?\b(?:src|href)="([^"]*)"/g)
  return [...tags].map(([, address = '']) => decode(address))
}

/** The fields that the form with this field would send if it were submitted unchanged. */
export function formIn(html: string, field: string): Fields {
  const forms = html.match(/<form\b[\s\S]*?<\/form>/g) ?? []
  const form = forms.find((one) => one.includes(`name="${field}"`))
  if (!form) throw new Error(`there is no form with ${field}`)
  const inputs = [...form.matchAll(/<input\b[^>]*>/g)].map(([input]) => attributesOf(input))
  const sent = inputs.filter(({ name, type, checked }) => {
    const isChoice = type === 'checkbox' || type === 'radio'
    return name !== undefined && (!isChoice || checked !== undefined)
  })
  return Object.fromEntries(
    sent.map(({ name = '', checked, value }) => [
      name,
      value ?? (checked === undefined ? '' : 'on'),
    ]),
  )
}

function attributesOf(tag: string): Record<string, string | undefined> {
  const found = [...tag.matchAll(/\b([\w-]+)(?:="([^"]*)")?/g)].slice(1)
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, decode(value)]))
}

function decode(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
}

function someAddress(): string {
  return [10, randomInt(256), randomInt(256), randomInt(1, 255)].join('.')
}
