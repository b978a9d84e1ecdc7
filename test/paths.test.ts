import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import * as paths from '#paths'
import { imagePath } from '#platform/images/image-options.ts'
import { LOCALES, localePrefix, plainPath } from '#platform/locale.ts'
import { ROUTES } from '#test/fixtures/routes.ts'

/* Links in mails and bookmarks must not change: these are the addresses we have promised. */

type Address = (...ids: string[]) => string

const addresses = Object.entries(paths as Record<string, Address>)

const OF_THE_OFFICE = {
  office: '/office?a',
  officeAudit: '/office/audit?a',
  officeAuditCsv: '/office/audit.csv?a',
  officeBoarding: '/office/boarding?a',
  officeBoardingSync: '/office/boarding/sync',
  officeBooking: '/office/bookings/a',
  officeCancelBooking: '/office/bookings/a/cancel?b',
  officeCancelDeparture: '/office/departures/a/cancel',
  officeChange: '/office/bookings/a/journeys/b/change?c',
  officeChecks: '/office/checks',
  officeContact: '/office/bookings/a/contact',
  officeDeparture: '/office/departures/a',
  officeDepartures: '/office/departures?a',
  officeDocument: '/office/bookings/a/papers/b.pdf',
  officeDifferences: '/office/differences?a',
  officeEnquiries: '/office/enquiries?a',
  officeEnquiry: '/office/enquiries/a',
  officeDriver: '/office/drivers/a',
  officeDrivers: '/office/drivers',
  officeDuties: '/office/duties?a',
  officeDuty: '/office/duties/a',
  officeFind: '/office/find?a',
  officeHolderView: '/office/bookings/a/holder',
  officeIncident: '/office/incidents/a',
  officeIncidents: '/office/incidents',
  officeNewDeparture: '/office/departures/new?a',
  officeNewIncident: '/office/incidents/new?a',
  officeInvitation: '/office/invitation/a',
  officeLogin: '/office/login?a',
  officeManifest: '/office/departures/a/manifest',
  officeManifestCsv: '/office/departures/a/manifest.csv',
  officeManifestPdf: '/office/departures/a/manifest.pdf',
  officeMe: '/office/me?a',
  officeMember: '/office/staff/a',
  officeMoney: '/office/money?a',
  officeMoneyRefund: '/office/money/refunds/a',
  officeNotice: '/office/notices/a',
  officeNotices: '/office/notices',
  officeNow: '/office/now',
  officePayment: '/office/money/payments/a',
  officePhones: '/office/phones',
  officePerson: '/office/bookings/a/person',
  officePersonData: '/office/bookings/a/person.json',
  officeRefund: '/office/bookings/a/refund',
  officeReport: '/office/reports/a?b',
  officeReportCsv: '/office/reports/a/csv?b',
  officeReportXlsx: '/office/reports/a/xlsx?b',
  officeCompany: '/office/company',
  officeDraft: '/office/timetable/a',
  officeDraftFeed: '/office/timetable/a/feed.zip',
  officeDraftState: '/office/timetable/a/state',
  officeFareDraft: '/office/fares/a',
  officeFares: '/office/fares?on=a',
  officeReports: '/office/reports?a',
  officeTimetable: '/office/timetable',
  officeSell: '/office/sell?a',
  officeSettlement: '/office/money/settlement?a',
  officeSettlementDay: '/office/money/settlement/a',
  officeStaff: '/office/staff',
  officeTicketPdf: '/office/bookings/a/tickets/b.pdf',
  officeTill: '/office/till?a',
  officeTillSession: '/office/tills/a',
  officeTills: '/office/tills?a',
  officeVehicle: '/office/vehicles/a',
  officeVehicles: '/office/vehicles',
}

test('every address of the site is the same as ever', () => {
  const all = addresses.map(([name, address]) => [name, address('a', 'b', 'c')])
  expect(Object.fromEntries(all)).toEqual({
    home: '/',
    boardingManifest: '/boarding.webmanifest',
    bookNow: '/book-now?a',
    timetables: '/timetables',
    timetable: '/schedules/a',
    cart: '/cart',
    paymentSuccess: '/payment/success/a',
    paymentFail: '/payment/fail/a',
    paymentState: '/payment/state/a',
    payLink: '/pay/a',
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
    choose: '/choose/a',
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
    enquiryThread: '/enquiries/a',
    about: '/about',
    terms: '/terms-and-conditions',
    privacy: '/privacy',
    accessibility: '/accessibility',
    passengerRights: '/passenger-rights',
    mailbox: '/mailbox',
    message: '/mailbox/a',
    messageHtml: '/mailbox/a/message.html',
    attachment: '/mailbox/a/attachments/b',
    ...OF_THE_OFFICE,
    manifest: '/manifest.webmanifest',
    robots: '/robots.txt',
    sitemap: '/sitemap.xml',
    gtfs: '/gtfs.zip',
    realtime: '/gtfs-rt/a',
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
  const routed = ROUTES.map(({ path }) => plainPath(path).replaceAll(/:\w+/g, ':id'))
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
