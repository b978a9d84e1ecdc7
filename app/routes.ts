import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes'

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
  const screen = screenIn(locale)
  return [
    index('site/home/page.tsx', { id: `${locale}/home` }),
    screen('book-now', 'site/book-now/page.tsx'),
    screen('timetables', 'site/timetables/page.tsx'),
    screen('schedules/:id', 'site/timetables/route/page.tsx'),
    screen('cart', 'site/cart/page.tsx'),
    screen('payment/success/:id', 'site/payment/success.tsx'),
    screen('payment/fail/:id', 'site/payment/fail.tsx'),
    screen('pay/:id', 'site/pay/page.tsx'),
    screen('tickets/:id', 'site/ticket/page.tsx'),
    screen('bookings', 'site/bookings/page.tsx'),
    screen('bookings/:id', 'site/order/page.tsx'),
    screen('bookings/:id/cancel', 'site/order/cancel/page.tsx'),
    screen('bookings/:id/contact', 'site/order/contact/page.tsx'),
    screen('bookings/:id/rides/:ride/change', 'site/order/change/page.tsx'),
    screen('choose/:token', 'site/choose/page.tsx'),
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
    screen('enquiries/:id', 'site/enquiry/page.tsx'),
    screen('about', 'site/texts/about.tsx'),
    screen('terms-and-conditions', 'site/texts/terms.tsx'),
    screen('privacy', 'site/texts/privacy.tsx'),
    screen('accessibility', 'site/texts/accessibility.tsx'),
    screen('passenger-rights', 'site/texts/passenger-rights.tsx'),
    screen('mailbox', 'site/mailbox/page.tsx'),
    screen('mailbox/:id', 'site/mailbox/message.tsx'),
    screen('manifest.webmanifest', 'endpoints/manifest.ts'),
    screen('boarding.webmanifest', 'endpoints/boarding-manifest.ts'),
    screen('mailbox/:id/message.html', 'site/mailbox/html.ts'),
    screen('mailbox/:id/attachments/:place', 'site/mailbox/attachment.ts'),
    screen('payment/state/:id', 'site/payment/state.ts'),
    screen('account/data.json', 'site/account/data.json.ts'),
    screen('tickets/:id/ticket.pdf', 'site/ticket/pdf.ts'),
    screen('tickets/:id/ticket.ics', 'site/ticket/calendar.ts'),
    screen('bookings/:id/papers/:file', 'site/order/document.pdf.ts'),
    screen('bookings/:id/state', 'site/order/state.ts'),
    office(locale),
    ...(isDeveloping ? [screen('design', 'site/design/page.tsx')] : []),
    screen('*', 'http/not-found.ts'),
  ]
}

/** The pages of the company, behind one guard. Each needs an entry in office/permissions.ts. */
function office(locale: Locale) {
  const screen = screenIn(locale)
  return layout('office/layout.tsx', { id: `${locale}/office-shell` }, [
    screen('office', 'office/today/page.tsx'),
    screen('office/now', 'office/today/now.tsx'),
    screen('office/login', 'office/login/page.tsx'),
    screen('office/invitation/:token', 'office/invitation/page.tsx'),
    screen('office/me', 'office/me/page.tsx'),
    screen('office/departures', 'office/departures/page.tsx'),
    screen('office/departures/:id', 'office/departure/page.tsx'),
    screen('office/departures/:id/cancel', 'office/departure/cancel.tsx'),
    screen('office/departures/:id/manifest', 'office/manifest/page.tsx'),
    screen('office/departures/:id/manifest.pdf', 'office/manifest/manifest.pdf.ts'),
    screen('office/departures/:id/manifest.csv', 'office/manifest/manifest.csv.ts'),
    screen('office/differences', 'office/differences/page.tsx'),
    screen('office/vehicles', 'office/vehicles/page.tsx'),
    screen('office/vehicles/:id', 'office/vehicles/one.tsx'),
    screen('office/drivers', 'office/drivers/page.tsx'),
    screen('office/drivers/:id', 'office/drivers/one.tsx'),
    screen('office/duties', 'office/duties/page.tsx'),
    screen('office/duties/:id', 'office/duties/one.tsx'),
    screen('office/incidents', 'office/incidents/page.tsx'),
    screen('office/incidents/new', 'office/incident-many/page.tsx'),
    screen('office/incidents/:id', 'office/incidents/one.tsx'),
    screen('office/boarding', 'office/boarding/page.tsx'),
    screen('office/boarding/sync', 'office/boarding/sync.ts'),
    screen('office/phones', 'office/phones/page.tsx'),
    screen('office/find', 'office/find/page.tsx'),
    screen('office/bookings/:reference', 'office/booking/page.tsx'),
    screen('office/bookings/:reference/holder', 'office/booking/holder.tsx'),
    screen('office/bookings/:reference/papers/:file', 'office/booking/document.pdf.ts'),
    screen('office/bookings/:reference/tickets/:file', 'office/booking/ticket.pdf.ts'),
    screen('office/bookings/:reference/contact', 'office/booking/contact.tsx'),
    screen('office/bookings/:reference/person', 'office/booking/person.tsx'),
    screen('office/bookings/:reference/person.json', 'office/booking/person.json.ts'),
    screen('office/bookings/:reference/cancel', 'office/booking-cancel/page.tsx'),
    screen('office/bookings/:reference/journeys/:place/change', 'office/booking-change/page.tsx'),
    screen('office/bookings/:reference/refund', 'office/booking-refund/page.tsx'),
    screen('office/sell', 'office/sell/page.tsx'),
    screen('office/till', 'office/till/page.tsx'),
    screen('office/tills', 'office/till/all.tsx'),
    screen('office/tills/:id', 'office/till/one.tsx'),
    screen('office/money', 'office/money/page.tsx'),
    screen('office/money/payments/:id', 'office/money/payment.tsx'),
    screen('office/money/refunds/:id', 'office/money/refund.tsx'),
    screen('office/money/settlement', 'office/money/settlement.tsx'),
    screen('office/money/settlement/:day', 'office/money/day.tsx'),
    screen('office/checks', 'office/checks/page.tsx'),
    screen('office/enquiries', 'office/enquiries/page.tsx'),
    screen('office/enquiries/:reference', 'office/enquiries/one.tsx'),
    screen('office/notices', 'office/notices/page.tsx'),
    screen('office/notices/:id', 'office/notices/one.tsx'),
    screen('office/reports', 'office/reports/page.tsx'),
    screen('office/reports/:name', 'office/reports/one.tsx'),
    screen('office/reports/:name/csv', 'office/reports/csv.ts'),
    screen('office/reports/:name/xlsx', 'office/reports/xlsx.ts'),
    screen('office/staff', 'office/staff/page.tsx'),
    screen('office/staff/:id', 'office/staff/one.tsx'),
    screen('office/audit', 'office/audit/page.tsx'),
    screen('office/audit.csv', 'office/audit/audit.csv.ts'),
  ])
}

function screenIn(locale: Locale) {
  return (path: string, file: string) => route(path, file, { id: `${locale}/${path}` })
}

export default [
  route('robots.txt', 'endpoints/robots.ts'),
  route('sitemap.xml', 'endpoints/sitemap.ts'),
  route('.well-known/security.txt', 'endpoints/security-txt.ts'),
  route('gtfs-rt/:file', 'endpoints/realtime.ts'),
  route('_image/:options/:name', 'endpoints/image.ts'),
  route('payments/notices/:provider', 'site/payment/webhook.ts'),
  ...LOCALES.flatMap((locale) => prefix(localePrefix(locale), screens(locale))),
] satisfies RouteConfig
