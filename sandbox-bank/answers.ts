import type { Context } from 'hono'

import { now } from '#platform/clock.server.ts'
import type { Html } from '#platform/html.ts'
import { MAIN_LOCALE } from '#platform/languages.ts'
import { LOCALES, type Locale } from '#platform/locale.ts'

import type { BankContext } from './context.ts'
import type { BankEnv } from './hono-env.ts'
import type { Order } from './order.ts'
import { endPage } from './pages/end-page.ts'
import { securityPolicy } from './pages/layout.ts'

/* Shared by all pages: find the order, choose the language, respond, and redirect to the shop. */

export function findOrder(c: Context<BankEnv>, { store }: BankContext): Order | undefined {
  return store.visitOrder(c.req.param('id') ?? '', now())?.order
}

export function localeFor(c: Context<BankEnv>, order?: Order): Locale {
  const asked = LOCALES.find((locale) => locale === c.req.query('language'))
  return asked ?? order?.locale ?? MAIN_LOCALE
}

/** Reads text fields only; anything else, such as a file, is ignored. */
export async function fieldsOf(c: Context<BankEnv>): Promise<Record<string, string | undefined>> {
  const body: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
  const texts = Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return Object.fromEntries(texts)
}

/** A page about an order. Its forms may redirect to the shop. */
export function show(c: Context<BankEnv>, order: Order, content: Html, status: 200 | 422 = 200) {
  return page(c, content, status, [order.successUrl, order.failUrl])
}

/** The result of an order that has ended, for a page that is opened again. */
export function showEnd(c: Context<BankEnv>, { protocol }: BankContext, order: Order) {
  const { status, id } = order
  if (status === 'open') return c.redirect(`/pay/${id}`, 303)
  return show(
    c,
    order,
    endPage(status, localeFor(c, order), `/pay/${id}`, protocol.returnUrl(order)),
  )
}

export function showMissing(c: Context<BankEnv>) {
  return page(c, endPage('missing', localeFor(c), c.req.path), 404)
}

export function showFault(c: Context<BankEnv>) {
  return page(c, endPage('fault', localeFor(c), c.req.path), 500)
}

/** Redirects to the shop. For some orders the shop gets its callbacks first. */
export async function leave(
  c: Context<BankEnv>,
  { webhooks, protocol }: BankContext,
  order: Order,
) {
  if (order.faultSettings.before_redirect) await webhooks.tell(order.id, { everything: true })
  return c.redirect(protocol.returnUrl(order), 303)
}

function page(
  c: Context<BankEnv>,
  content: Html,
  status: 200 | 404 | 422 | 500,
  formTargets: readonly string[] = [],
) {
  c.header('Content-Security-Policy', securityPolicy(formTargets))
  c.header('Cache-Control', 'no-store')
  c.header('Referrer-Policy', 'same-origin')
  return c.html(content.markup, status)
}
