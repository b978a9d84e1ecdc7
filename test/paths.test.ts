import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import routes from '#app/routes.ts'
import * as paths from '#paths'
import { imagePath } from '#platform/image-options.ts'
import { LOCALES, localePrefix, plainPath } from '#platform/locale.ts'

/* Links in mails and bookmarks must not change: these are the addresses we have promised. */

type Address = (...ids: string[]) => string

const addresses = Object.entries(paths as Record<string, Address>)

test('every address of the site is the same as ever', () => {
  const all = addresses.map(([name, address]) => [name, address('a', 'b', 'c')])
  expect(Object.fromEntries(all)).toEqual({
    home: '/',
    bookNow: '/book-now?a',
    timetables: '/timetables',
    timetable: '/schedules/a',
    cart: '/cart',
    paymentSuccess: '/payment/success/a',
    paymentFail: '/payment/fail/a',
    paymentState: '/payment/state/a',
    webhook: '/payments/notices/a',
    ticket: '/tickets/a?b',
    ticketPdf: '/tickets/a/ticket.pdf',
    ticketCalendar: '/tickets/a/ticket.ics',
    bookings: '/bookings?a',
    order: '/bookings/a?b',
    orderState: '/bookings/a/state',
    document: '/bookings/a/papers/b.pdf',
    cancel: '/bookings/a/cancel?b',
    changeContact: '/bookings/a/contact',
    changeRide: '/bookings/a/rides/b/change?c',
    findBooking: '/find-booking?a',
    signUp: '/users/signup?a',
    logIn: '/users/login?a',
    confirm: '/users/confirm?a',
    forgotPassword: '/users/forgot-password?a',
    resetPassword: '/users/reset-password?a',
    account: '/account',
    accountData: '/account/data.json',
    services: '/services',
    service: '/services/a',
    faq: '/faq',
    contact: '/contact',
    about: '/about',
    terms: '/terms-and-conditions',
    privacy: '/privacy',
    accessibility: '/accessibility',
    passengerRights: '/passenger-rights',
    mailbox: '/mailbox',
    message: '/mailbox/a',
    messageHtml: '/mailbox/a/message.html',
    attachment: '/mailbox/a/attachments/b',
    manifest: '/manifest.webmanifest',
    robots: '/robots.txt',
    sitemap: '/sitemap.xml',
    securityTxt: '/.well-known/security.txt',
  })
})

test('a name in an address is escaped, and an empty query leaves no question mark', () => {
  expect(paths.timetable('1/Ακτή')).toBe('/schedules/1%2F%CE%91%CE%BA%CF%84%CE%AE')
  expect(paths.bookNow(new URLSearchParams())).toBe('/book-now')
  expect(paths.bookNow(new URLSearchParams({ from: 'NIC', to: 'LCA' }))).toBe(
    '/book-now?from=NIC&to=LCA',
  )
})

test('every address is a route, and every route has an address', () => {
  const routed = (routes as { path?: string }[]).map(({ path = '' }) =>
    plainPath(`/${path}`.replace('//', '/')).replaceAll(/:\w+/g, ':id'),
  )
  const known = addresses.map(([, address]) => {
    const [path = ''] = decodeURIComponent(address(':id', ':id', ':id')).split('?')
    return path.replace(':id.pdf', ':id')
  })
  // The path of a picture contains its measures; a path without a route is not found.
  const [, first] = imagePath('x.webp', { width: 320 }).split('/')
  const others = [`/${first}/:id/:id`, '/*']
  expect([...known, ...others].toSorted()).toEqual([...new Set(routed)].toSorted())
})

test('the service worker knows the paths of tickets and of their list', () => {
  const worker = readFileSync('public/ticket-worker.js', 'utf8')
  const [, ticket = '', list = ''] =
    /const TICKET = \/(.+)\/\nconst LIST = \/(.+)\//.exec(worker) ?? []
  for (const prefix of LOCALES.map(localePrefix)) {
    expect(prefix + paths.ticket('0'.repeat(26))).toMatch(new RegExp(ticket))
    expect(prefix + paths.bookings()).toMatch(new RegExp(list))
  }
})
