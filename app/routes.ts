import { index, prefix, route, type RouteConfig } from '@react-router/dev/routes'

import { LOCALES, localePrefix, type Locale } from '#platform/locale.ts'

/** Told by scripts/dev.ts: who works on the site also gets a page with all of its parts. */
const isDeveloping = process.env.DESIGN_PAGE === 'on'

/** The site map. Every screen is listed once and served in every language: /book-now, /el/book-now. */
function screens(locale: Locale) {
  return [
    index('pages/home.tsx', { id: `${locale}/home` }),
    screen('book-now', 'pages/book-now.tsx'),
    screen('timetables', 'pages/timetables.tsx'),
    screen('schedules/:id', 'pages/schedule.tsx'),
    screen('cart', 'pages/cart.tsx'),
    screen('payment/success/:id', 'pages/payment-success.tsx'),
    screen('payment/fail/:id', 'pages/payment-fail.tsx'),
    screen('tickets/:id', 'pages/ticket.tsx'),
    screen('bookings', 'pages/bookings.tsx'),
    screen('bookings/:id', 'pages/order.tsx'),
    screen('bookings/:id/cancel', 'pages/cancel-booking.tsx'),
    screen('bookings/:id/contact', 'pages/change-contact.tsx'),
    screen('bookings/:id/rides/:ride/change', 'pages/change-ride.tsx'),
    screen('find-booking', 'pages/find-booking.tsx'),
    screen('users/signup', 'pages/users-signup.tsx'),
    screen('users/login', 'pages/users-login.tsx'),
    screen('users/confirm', 'pages/users-confirm.tsx'),
    screen('users/forgot-password', 'pages/users-forgot-password.tsx'),
    screen('users/reset-password', 'pages/users-reset-password.tsx'),
    screen('account', 'pages/account.tsx'),
    screen('services', 'pages/services.tsx'),
    screen('services/:slug', 'pages/service.tsx'),
    screen('faq', 'pages/faq.tsx'),
    screen('contact', 'pages/contact.tsx'),
    screen('about', 'pages/about.tsx'),
    screen('terms-and-conditions', 'pages/terms.tsx'),
    screen('privacy', 'pages/privacy.tsx'),
    screen('accessibility', 'pages/accessibility.tsx'),
    screen('passenger-rights', 'pages/passenger-rights.tsx'),
    screen('mailbox', 'pages/mailbox.tsx'),
    screen('mailbox/:id', 'pages/mailbox-message.tsx'),
    screen('manifest.webmanifest', 'endpoints/manifest.ts'),
    screen('mailbox/:id/message.html', 'endpoints/mailbox-html.ts'),
    screen('mailbox/:id/attachments/:place', 'endpoints/mailbox-attachment.ts'),
    screen('payment/state/:id', 'endpoints/payment-state.ts'),
    screen('account/data.json', 'endpoints/account-data.ts'),
    screen('tickets/:id/ticket.pdf', 'endpoints/ticket-pdf.ts'),
    screen('tickets/:id/ticket.ics', 'endpoints/ticket-ics.ts'),
    screen('bookings/:id/papers/:file', 'endpoints/paper-pdf.ts'),
    screen('bookings/:id/state', 'endpoints/order-state.ts'),
    ...(isDeveloping ? [screen('design', 'pages/design.tsx')] : []),
    screen('*', 'pages/not-found.ts'),
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
  route('payments/notices/:provider', 'endpoints/payment-notice.ts'),
  ...LOCALES.flatMap((locale) => prefix(localePrefix(locale), screens(locale))),
] satisfies RouteConfig
