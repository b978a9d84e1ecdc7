import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import { now } from '#platform/clock.server.ts'

import { fieldsOf, findOrder, leave, localeFor, show, showEnd, showMissing } from './answers.ts'
import { readCard } from './cards.ts'
import type { BankContext } from './context.ts'
import type { BankEnv } from './hono-env.ts'
import { answerChallenge, tryCard } from './order-steps.ts'
import { challengePage } from './pages/challenge-page.ts'
import { FAVICON } from './pages/layout.ts'
import { pathTo } from './pages/parts.ts'
import { payPage } from './pages/pay-page.ts'

const MAX_FORM_LENGTH = 16 * 1024

/** The pages for travellers: the card form and the 3-D Secure page. */
export function makeCheckout(context: BankContext): Hono<BankEnv> {
  const pages = new Hono<BankEnv>()
  pages.use(bodyLimit({ maxSize: MAX_FORM_LENGTH }))
  pages.use(async (c, next) => {
    const isForeign = c.req.method === 'POST' && c.req.header('Sec-Fetch-Site') === 'cross-site'
    return isForeign ? c.text('Only forms of this bank are read', 403) : next()
  })
  pages.get('/favicon.svg', (c) => c.body(FAVICON, 200, { 'Content-Type': 'image/svg+xml' }))
  addCardForm(pages, context)
  addChallenge(pages, context)
  return pages
}

function addCardForm(pages: Hono<BankEnv>, context: BankContext): void {
  pages.get('/pay/:id', (c) => {
    const order = findOrder(c, context)
    if (!order) return showMissing(c)
    if (order.status !== 'open') return showEnd(c, context, order)
    return show(c, order, payPage({ order, locale: localeFor(c, order), now: now() }))
  })

  pages.post('/pay/:id', async (c) => {
    const order = findOrder(c, context)
    if (!order) return showMissing(c)
    if (order.status !== 'open') return leave(c, context, order)

    const { number = '', expiry = '', cvc = '', name = '' } = await fieldsOf(c)
    const typed = { expiry, name }
    const locale = localeFor(c, order)
    const today = now().toZonedDateTimeISO('Asia/Nicosia').toPlainDate()
    const read = readCard({ number, cvc, ...typed }, today)
    if (!read.ok) {
      const { problems } = read
      return show(c, order, payPage({ order, locale, now: now(), typed, problems }), 422)
    }

    const visit = context.store.visitOrder(order.id, now(), (one) => tryCard(one, read.card, now()))
    const after = visit?.order ?? order
    if (after.status !== 'open') return leave(c, context, after)
    if (after.challenge) return c.redirect(pathTo('3ds', after, locale), 303)
    return show(c, after, payPage({ order: after, locale, now: now(), typed }), 422)
  })

  pages.post('/pay/:id/cancel', (c) => {
    const order = findOrder(c, context)
    if (!order) return showMissing(c)
    const visit = context.store.visitOrder(order.id, now(), (one) =>
      context.protocol.leavePage(one),
    )
    return leave(c, context, visit?.order ?? order)
  })
}

function addChallenge(pages: Hono<BankEnv>, context: BankContext): void {
  pages.get('/3ds/:id', (c) => {
    const order = findOrder(c, context)
    if (!order) return showMissing(c)
    if (order.status !== 'open') return showEnd(c, context, order)
    const locale = localeFor(c, order)
    if (!order.challenge) return c.redirect(pathTo('pay', order, locale), 303)
    return show(c, order, challengePage({ order, locale }))
  })

  pages.post('/3ds/:id', async (c) => {
    const order = findOrder(c, context)
    if (!order) return showMissing(c)
    const { code = '', answer } = await fieldsOf(c)
    const locale = localeFor(c, order)
    const digits = code.replaceAll(/\s/g, '')
    const isCancelled = answer === 'cancel'
    if (order.challenge && !isCancelled && !/^\d{6}$/.test(digits)) {
      return show(c, order, challengePage({ order, locale, problem: 'codeInvalid' }), 422)
    }

    const given = isCancelled ? null : digits
    const visit = context.store.visitOrder(order.id, now(), (one) => answerChallenge(one, given))
    const after = visit?.order ?? order
    if (after.status !== 'open') return leave(c, context, after)
    if (!after.challenge) return c.redirect(pathTo('pay', after, locale), 303)
    return show(c, after, challengePage({ order: after, locale, problem: 'codeWrong' }), 422)
  })
}
