import type { OfficePattern } from '#app/permissions.ts'
import { receiptNumber } from '#modules/tickets/ticket.ts'
import * as paths from '#paths'

import type { Subjects } from './subjects.ts'

/** One page to measure: its pattern in permissions.ts, what is special about it, and its address. */
export type Address = { pattern: OfficePattern; what: string; path: string }

/** The addresses of all pages of the office, the heavy ones with their filters. */
export function listAddresses(subjects: Subjects): Address[] {
  return [
    { pattern: '/office', what: 'today', path: paths.office() },
    { pattern: '/office/now', what: 'now', path: paths.officeNow() },
    { pattern: '/office/login', what: 'log-in', path: paths.officeLogin() },
    {
      pattern: '/office/invitation/:token',
      what: 'an invitation that is not valid',
      path: paths.officeInvitation('0'.repeat(26)),
    },
    { pattern: '/office/me', what: 'me', path: paths.officeMe() },
    ...departures(subjects),
    ...incidents(subjects),
    ...fleet(subjects),
    ...boarding(subjects),
    ...searches(subjects),
    ...bookings(subjects),
    ...selling(subjects),
    ...money(subjects),
    ...reports(subjects),
    ...company(subjects),
    ...audit(subjects),
  ]
}

function departures({ departureId, today, route, rareRoute, placeInDay }: Subjects): Address[] {
  const pattern = '/office/departures'
  const one = '/office/departures/:id'
  const day = today.add({ days: 1 }).toString()
  const filtered = (more: Record<string, string>) =>
    paths.officeDepartures(new URLSearchParams({ day, ...more }))
  return [
    { pattern, what: 'departures', path: paths.officeDepartures() },
    { pattern, what: 'departures, busy route', path: filtered({ route }) },
    { pattern, what: 'departures, rare route', path: filtered({ route: rareRoute }) },
    { pattern, what: 'departures, late', path: paths.officeDepartures('state=late') },
    { pattern, what: 'departures, cancelled', path: filtered({ state: 'cancelled' }) },
    { pattern, what: 'departures, withdrawn', path: filtered({ state: 'withdrawn' }) },
    { pattern, what: 'departures, over-full', path: filtered({ state: 'over-full' }) },
    { pattern, what: 'departures, nearly full', path: filtered({ full: '1' }) },
    { pattern, what: 'departures, last page', path: filtered({ after: placeInDay }) },
    {
      pattern: '/office/departures/new',
      what: 'a bus to add',
      path: paths.officeNewDeparture(new URLSearchParams({ line: `0:${route}`, date: day })),
    },
    { pattern: one, what: 'departure', path: paths.officeDeparture(departureId) },
    {
      pattern: '/office/departures/:id/cancel',
      what: 'cancel a departure',
      path: paths.officeCancelDeparture(departureId),
    },
    {
      pattern: '/office/departures/:id/manifest',
      what: 'manifest',
      path: paths.officeManifest(departureId),
    },
    {
      pattern: '/office/departures/:id/manifest.csv',
      what: 'manifest, CSV',
      path: paths.officeManifestCsv(departureId),
    },
    {
      pattern: '/office/departures/:id/manifest.pdf',
      what: 'manifest, PDF',
      path: paths.officeManifestPdf(departureId),
    },
  ]
}

function incidents({ incidentId, today, route }: Subjects): Address[] {
  const many = '/office/incidents/new'
  const day = today.add({ days: 1 }).toString()
  const chosen = new URLSearchParams({ day, from: '06:00', until: '23:00', route })
  return [
    { pattern: '/office/differences', what: 'differences', path: paths.officeDifferences() },
    { pattern: '/office/incidents', what: 'incidents', path: paths.officeIncidents() },
    {
      pattern: '/office/incidents/:id',
      what: 'an incident',
      path: paths.officeIncident(incidentId),
    },
    { pattern: many, what: 'many departures', path: paths.officeNewIncident() },
    { pattern: many, what: 'a route’s day', path: paths.officeNewIncident(chosen) },
  ]
}

function fleet({ vehicleId, driverId, dutyId, today }: Subjects): Address[] {
  const duties = '/office/duties'
  const tomorrow = new URLSearchParams({ day: today.add({ days: 1 }).toString() })
  return [
    { pattern: '/office/vehicles', what: 'vehicles', path: paths.officeVehicles() },
    { pattern: '/office/vehicles/:id', what: 'a vehicle', path: paths.officeVehicle(vehicleId) },
    { pattern: '/office/drivers', what: 'drivers', path: paths.officeDrivers() },
    { pattern: '/office/drivers/:id', what: 'a driver', path: paths.officeDriver(driverId) },
    { pattern: duties, what: 'duties', path: paths.officeDuties() },
    { pattern: duties, what: 'duties, tomorrow', path: paths.officeDuties(tomorrow) },
    { pattern: `${duties}/:id`, what: 'a duty', path: paths.officeDuty(dutyId) },
  ]
}

function boarding({ departureId, boardingStopId, today }: Subjects): Address[] {
  const pattern = '/office/boarding'
  const stop = new URLSearchParams({
    stop: boardingStopId,
    day: today.add({ days: 1 }).toString(),
  })
  const door = new URLSearchParams({ departure: departureId, mine: departureId })
  return [
    { pattern, what: 'boarding', path: paths.officeBoarding() },
    { pattern, what: 'boarding, a stop', path: paths.officeBoarding(stop) },
    {
      pattern: `${pattern}/sync`,
      what: 'a phone at the door',
      path: `${paths.officeBoardingSync()}?${door}`,
    },
    { pattern: '/office/phones', what: 'phones', path: paths.officePhones() },
  ]
}

function searches({ order, today, route, rareRoute }: Subjects): Address[] {
  const [day, monthAgo] = [today.toString(), today.subtract({ days: 30 }).toString()]
  return [
    find('nothing', {}),
    find('a name', { q: 'Xenofontos Kyriakos' }),
    find('a Greek name', { q: 'Χατζηγεωργίου Ελένη' }),
    find('a common fragment', { q: 'geor' }),
    find('what all have', { q: 'example.com' }),
    find('two letters', { q: 'ma' }),
    find('a misspelt name', { q: 'Papadopuolos Stelois' }),
    find('nobody', { q: 'Zzyzxqw' }),
    find('a reference', { q: order.reference }),
    find('a beginning', { q: order.reference.slice(0, 4) }),
    find('an e-mail', { q: order.email }),
    find('a part of one', { q: `${order.email.slice(0, 9)}@` }),
    find('last four', { q: '4242' }),
    find('a telephone', { q: order.phone }),
    find('a telephone’s end', { q: order.phone.slice(-6) }),
    find('a receipt', { q: 'R-004242' }),
    find('a payment', { q: order.paymentId }),
    find('a busy route', { route }),
    find('a rare route', { route: rareRoute }),
    find('a rare route’s month', { route: rareRoute, from: monthAgo, to: day }),
    find('a day', { from: day, to: day }),
    find('a state', { status: 'cancelled' }),
    find('a rare state', { status: 'awaiting-payment' }),
    find('review', { status: 'payment-review' }),
    find('waiting money', { waits: '1' }),
    find('a name, rare route', { q: 'maria', route: rareRoute }),
    find('a name, rare state', { q: 'maria', status: 'payment-review' }),
    ...['web', 'phone', 'counter'].map((channel) => find(`by ${channel}`, { channel })),
    find('by phone, rare route', { channel: 'phone', route: rareRoute }),
  ]
}

function find(what: string, query: Record<string, string>): Address {
  const path = paths.officeFind(new URLSearchParams(query))
  return { pattern: '/office/find', what: `find ${what}`, path }
}

function bookings({ order, cancelled, receipt }: Subjects): Address[] {
  const { reference } = order
  const one = '/office/bookings/:reference'
  const receiptNo = receiptNumber({ series: 'receipt', number: receipt })
  return [
    { pattern: one, what: 'booking', path: paths.officeBooking(reference) },
    { pattern: one, what: 'booking, cancelled', path: paths.officeBooking(cancelled) },
    { pattern: `${one}/holder`, what: 'booking, holder', path: paths.officeHolderView(reference) },
    {
      pattern: `${one}/papers/:file`,
      what: 'receipt, PDF',
      path: paths.officeDocument(reference, receiptNo),
    },
    {
      pattern: `${one}/tickets/:file`,
      what: 'ticket, PDF',
      path: paths.officeTicketPdf(reference, `${reference}-1`),
    },
    { pattern: `${one}/contact`, what: 'contact', path: paths.officeContact(reference) },
    { pattern: `${one}/cancel`, what: 'cancel', path: paths.officeCancelBooking(reference) },
    {
      pattern: `${one}/journeys/:place/change`,
      what: 'change',
      path: paths.officeChange(reference, 1),
    },
    { pattern: `${one}/refund`, what: 'refund', path: paths.officeRefund(reference) },
    { pattern: `${one}/person`, what: 'person', path: paths.officePerson(reference) },
    {
      pattern: `${one}/person.json`,
      what: 'person, JSON',
      path: paths.officePersonData(reference),
    },
  ]
}

function selling({ today, order, tillId, placeInTills }: Subjects): Address[] {
  const sell = '/office/sell'
  const tills = '/office/tills'
  const date = today.add({ days: 1 }).toString()
  const search = new URLSearchParams({ from: 'NIC', to: 'LCA', date, adults: '2' })
  const sold = new URLSearchParams({ sold: order.reference })
  return [
    { pattern: sell, what: 'sell', path: paths.officeSell() },
    { pattern: sell, what: 'sell, a search', path: paths.officeSell(search) },
    { pattern: sell, what: 'sell, sold', path: paths.officeSell(sold) },
    { pattern: '/office/till', what: 'own till', path: paths.officeTill() },
    { pattern: tills, what: 'tills', path: paths.officeTills() },
    {
      pattern: tills,
      what: 'tills, deep',
      path: paths.officeTills(new URLSearchParams({ after: placeInTills })),
    },
    { pattern: '/office/tills/:id', what: 'a till', path: paths.officeTillSession(tillId) },
  ]
}

function money({ order, refundId, disputed, settled }: Subjects): Address[] {
  const calendar = '/office/money/settlement'
  const payment = '/office/money/payments/:id'
  return [
    { pattern: '/office/money', what: 'money', path: paths.officeMoney() },
    { pattern: payment, what: 'payment', path: paths.officePayment(order.paymentId) },
    { pattern: payment, what: 'payment, disputed', path: paths.officePayment(disputed) },
    {
      pattern: '/office/money/refunds/:id',
      what: 'refund that failed',
      path: paths.officeMoneyRefund(refundId),
    },
    { pattern: calendar, what: 'settled days', path: paths.officeSettlement() },
    {
      pattern: calendar,
      what: 'settled days, deep',
      path: paths.officeSettlement(new URLSearchParams({ after: settled })),
    },
    {
      pattern: '/office/money/settlement/:day',
      what: 'a settled day',
      path: paths.officeSettlementDay(settled),
    },
    { pattern: '/office/checks', what: 'checks', path: paths.officeChecks() },
  ]
}

/** Last month on the screen and as files, this month with the day that is not over, and a day. */
function reports({ today }: Subjects): Address[] {
  const months = [today.toPlainYearMonth().subtract({ months: 1 }), today.toPlainYearMonth()]
  const [last = '', present = ''] = months.map(String)
  const day = today.subtract({ days: 1 }).toString()
  return [
    { pattern: '/office/reports', what: 'reports', path: paths.officeReports() },
    ...['day', 'route', 'category', 'channel'].map((by) =>
      shown('revenue', { month: last, by }, `revenue by ${by}`),
    ),
    shown('revenue', { month: present }, 'revenue, this month'),
    ...file('revenue', { month: last }, 'revenue'),
    shown('vat', { month: last }, 'VAT'),
    ...file('vat', { month: last }, 'VAT'),
    shown('documents', { month: last }, 'documents'),
    ...file('documents', { month: last }, 'documents'),
    ...['day', 'route'].map((by) => shown('loads', { month: last, by }, `loads by ${by}`)),
    shown('loads', {}, 'loads, this month'),
    shown('loads', { from: day, until: day, by: 'leg' }, 'loads by leg, a day'),
    ...file('loads', { month: last }, 'loads'),
  ]
}

const REPORT = '/office/reports/:name'

function shown(name: string, query: Record<string, string>, what: string): Address {
  return { pattern: REPORT, what, path: paths.officeReport(name, new URLSearchParams(query)) }
}

function file(name: string, query: Record<string, string>, what: string): Address[] {
  const wish = new URLSearchParams(query)
  return [
    { pattern: `${REPORT}/csv`, what: `${what}, CSV`, path: paths.officeReportCsv(name, wish) },
    { pattern: `${REPORT}/xlsx`, what: `${what}, XLSX`, path: paths.officeReportXlsx(name, wish) },
  ]
}

function company({
  enquiry,
  draftId,
  fareDraftId,
  noticeId,
  staffId,
  placeInEnquiries,
}: Subjects): Address[] {
  const enquiries = '/office/enquiries'
  const done = new URLSearchParams({ state: 'done', after: placeInEnquiries })
  return [
    { pattern: enquiries, what: 'enquiries', path: paths.officeEnquiries() },
    { pattern: enquiries, what: 'enquiries, done, deep', path: paths.officeEnquiries(done) },
    {
      pattern: enquiries,
      what: 'complaints done',
      path: paths.officeEnquiries('state=closed&about=complaint'),
    },
    { pattern: enquiries, what: 'my enquiries', path: paths.officeEnquiries('to=me&state=done') },
    { pattern: `${enquiries}/:reference`, what: 'enquiry', path: paths.officeEnquiry(enquiry) },
    { pattern: '/office/notices', what: 'notices', path: paths.officeNotices() },
    { pattern: '/office/notices/:id', what: 'notice', path: paths.officeNotice(noticeId) },
    { pattern: '/office/fares', what: 'fares', path: paths.officeFares() },
    { pattern: '/office/fares/:id', what: 'fare draft', path: paths.officeFareDraft(fareDraftId) },
    { pattern: '/office/company', what: 'company', path: paths.officeCompany() },
    { pattern: '/office/timetable', what: 'timetable', path: paths.officeTimetable() },
    { pattern: '/office/timetable/:id', what: 'draft', path: paths.officeDraft(draftId) },
    {
      pattern: '/office/timetable/:id/state',
      what: 'state of a draft',
      path: paths.officeDraftState(draftId),
    },
    {
      pattern: '/office/timetable/:id/feed.zip',
      what: 'feed of a draft',
      path: paths.officeDraftFeed(draftId),
    },
    { pattern: '/office/staff', what: 'staff', path: paths.officeStaff() },
    { pattern: '/office/staff/:id', what: 'member', path: paths.officeMember(staffId) },
  ]
}

function audit({ today, order, departureId, placeInAudit }: Subjects): Address[] {
  const from = today.subtract({ days: 200 }).toString()
  return [
    entries('of 30 days', {}),
    entries('of all', { from }),
    entries('deep', { from, after: placeInAudit }),
    entries('deep, back', { from, before: placeInAudit }),
    entries('by a member', { from, who: 'seller-7' }),
    entries('by nobody', { from, who: 'nobody' }),
    entries('of a booking', { subject: order.reference }),
    entries('of a departure', { subject: departureId }),
    entries('of a kind', { from, kind: 'departure' }),
    entries('of a rare kind', { from, kind: 'fares' }),
    entries('with a word', { from, word: 'doctor' }),
    entries('with no such word', { from, word: 'zeppelin' }),
    entries('by a member, a word', { from, who: 'seller-7', word: 'zeppelin', kind: 'order' }),
    {
      pattern: '/office/audit.csv',
      what: 'audit, CSV',
      path: paths.officeAuditCsv(new URLSearchParams({ who: 'seller-7' })),
    },
  ]
}

function entries(what: string, query: Record<string, string>): Address {
  const path = paths.officeAudit(new URLSearchParams(query))
  return { pattern: '/office/audit', what: `audit ${what}`, path }
}
