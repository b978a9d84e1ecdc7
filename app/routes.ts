import { index, prefix, route, type RouteConfig } from '@react-router/dev/routes'

import { LOCALES, localePrefix, type Locale } from '#platform/locale.ts'

/**
 * Set by scripts/dev.ts: during development there is also a page with all parts of the design
 * system.
 */
const isDeveloping = process.env.DESIGN_PAGE === 'on'

/**
 * The site map. Every screen is listed once and served in every language: /book-now, /el/book-now.
 */
function screens(locale: Locale) {
  return [
    index('site/home/page.tsx', { id: `${locale}/home` }),
    screen('book-now', 'site/book-now/page.tsx'),
    screen('timetables', 'site/timetables/page.tsx'),
    screen('schedules/:id', 'site/timetables/route/page.tsx'),
    screen('cart', 'site/cart/page.tsx'),
    screen('payment/success/:id', 'site/payment/success.tsx'),
    screen('payment/fail/:id', 'site/payment/fail.tsx'),
    screen('tickets/:id', 'site/ticket/page.tsx'),
    screen('bookings', 'site/bookings/page.tsx'),
    screen('bookings/:id', 'site/order/page.tsx'),
    screen('bookings/:id/cancel', 'site/order/cancel/page.tsx'),
    screen('bookings/:id/contact', 'site/order/contact/page.tsx'),
    screen('bookings/:id/rides/:ride/change', 'site/order/change/page.tsx'),
    screen('find-booking', 'site/find-booking/page.tsx'),
    screen('users/signup', 'site/account/sign-up.tsx'),
    screen('users/login', 'site/account/log-in.tsx'),
    screen('users/confirm', 'site/account/confirm.tsx'),
    screen('users/forgot-password', 'site/account/forgot-password.tsx'),
    screen('users/reset-password', 'site/account/reset-password.tsx'),
    screen('account', 'site/account/page.tsx'),
    screen('services', 'site/services/page.tsx'),
    screen('services/:slug', 'site/services/service.tsx'),
    screen('faq', 'site/texts/faq.tsx'),
    screen('contact', 'site/contact/page.tsx'),
    screen('about', 'site/texts/about.tsx'),
    screen('terms-and-conditions', 'site/texts/terms.tsx'),
    screen('privacy', 'site/texts/privacy.tsx'),
    screen('accessibility', 'site/texts/accessibility.tsx'),
    screen('passenger-rights', 'site/texts/passenger-rights.tsx'),
    screen('mailbox', 'site/mailbox/page.tsx'),
    screen('mailbox/:id', 'site/mailbox/message.tsx'),
    screen('manifest.webmanifest', 'endpoints/manifest.ts'),
    screen('mailbox/:id/message.html', 'site/mailbox/html.ts'),
    screen('mailbox/:id/attachments/:place', 'site/mailbox/attachment.ts'),
    screen('payment/state/:id', 'site/payment/state.ts'),
    screen('account/data.json', 'site/account/data.json.ts'),
    screen('tickets/:id/ticket.pdf', 'site/ticket/pdf.ts'),
    screen('tickets/:id/ticket.ics', 'site/ticket/calendar.ts'),
    screen('bookings/:id/papers/:file', 'site/order/document.pdf.ts'),
    screen('bookings/:id/state', 'site/order/state.ts'),
    ...(isDeveloping ? [screen('design', 'site/design/page.tsx')] : []),
    screen('*', 'http/not-found.ts'),
  ]

  function screen(path: string, file: string) {
    return route(path, file, { id: `${locale}/${path}` })
  }
}

export default [
  route('robots.txt', 'endpoints/robots.ts'),
  route('sitemap.xml', 'endpoints/sitemap.ts'),
  route('.well-known/security.txt', 'endpoints/security-txt.ts'),
  route('_image/:options/:name', 'endpoints/image.ts'),
  route('payments/notices/:provider', 'site/payment/webhook.ts'),
  ...LOCALES.flatMap((locale) => prefix(localePrefix(locale), screens(locale))),
] satisfies RouteConfig
