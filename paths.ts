/** The part behind the question mark; an empty one is left out. */
type Query = URLSearchParams | string

/**
 * Every address of the site, in English; `localePath` translates it. Pages, endpoints and mails use
 * these functions. A test compares them with the patterns in app/routes.ts.
 */
export const home = () => '/'
export const bookNow = (query?: Query) => withQuery('/book-now', query)
export const timetables = () => '/timetables'
export const timetable = (routeId: string) => `/schedules/${encodeURIComponent(routeId)}`
export const cart = () => '/cart'

export const paymentSuccess = (paymentId: string) => `/payment/success/${paymentId}`
export const paymentFail = (paymentId: string) => `/payment/fail/${paymentId}`
export const paymentState = (paymentId: string) => `/payment/state/${paymentId}`
/** Where a caller pays for the seats that staff hold for them. */
export const payLink = (manageId: string) => `/pay/${manageId}`
/** The endpoint for the webhooks of a payment provider. */
export const webhook = (provider: string) => `/payments/notices/${provider}`

export const ticket = (ticketId: string, query?: Query) => withQuery(`/tickets/${ticketId}`, query)
export const ticketPdf = (ticketId: string) => `/tickets/${ticketId}/ticket.pdf`
export const ticketCalendar = (ticketId: string) => `/tickets/${ticketId}/ticket.ics`

export const bookings = (query?: Query) => withQuery('/bookings', query)
export const order = (manageId: string, query?: Query) => withQuery(`/bookings/${manageId}`, query)
export const orderState = (manageId: string) => `/bookings/${manageId}/state`
/** A receipt or a credit note, by its number. */
export const document = (manageId: string, number: string) =>
  `/bookings/${manageId}/papers/${number}.pdf`
export const cancel = (manageId: string, query?: Query) =>
  withQuery(`/bookings/${manageId}/cancel`, query)
export const changeContact = (manageId: string) => `/bookings/${manageId}/contact`
export const changeRide = (manageId: string, bookingId: string, query?: Query) =>
  withQuery(`/bookings/${manageId}/rides/${bookingId}/change`, query)
/** Where the passenger of a cancelled bus chooses, without logging in. */
export const choose = (token: string) => `/choose/${token}`
export const findBooking = (query?: Query) => withQuery('/find-booking', query)

export const signUp = (query?: Query) => withQuery('/users/signup', query)
export const logIn = (query?: Query) => withQuery('/users/login', query)
export const confirm = (query?: Query) => withQuery('/users/confirm', query)
export const forgotPassword = (query?: Query) => withQuery('/users/forgot-password', query)
export const resetPassword = (query?: Query) => withQuery('/users/reset-password', query)
export const account = () => '/account'
export const accountData = () => '/account/data.json'

export const services = () => '/services'
export const service = (slug: string) => `/services/${slug}`
export const faq = () => '/faq'
export const contact = () => '/contact'
/** Where the writer of an enquiry reads our answer and replies. */
export const enquiryThread = (threadId: string) => `/enquiries/${threadId}`
export const about = () => '/about'
export const terms = () => '/terms-and-conditions'
export const privacy = () => '/privacy'
export const accessibility = () => '/accessibility'
export const passengerRights = () => '/passenger-rights'

export const mailbox = () => '/mailbox'
export const message = (messageId: string) => `/mailbox/${messageId}`
export const messageHtml = (messageId: string) => `/mailbox/${messageId}/message.html`
export const attachment = (messageId: string, place: number | string) =>
  `/mailbox/${messageId}/attachments/${place}`

export const office = (query?: Query) => withQuery('/office', query)
/** The live part of Today, as its script fetches it. */
export const officeNow = () => '/office/now'
export const officeLogin = (query?: Query) => withQuery('/office/login', query)
export const officeInvitation = (token: string) => `/office/invitation/${token}`
export const officeMe = (query?: Query) => withQuery('/office/me', query)
export const officeDepartures = (query?: Query) => withQuery('/office/departures', query)
/** A bus that the timetable does not have. */
export const officeNewDeparture = (query?: Query) => withQuery('/office/departures/new', query)
export const officeDeparture = (departureId: string) => `/office/departures/${departureId}`
export const officeCancelDeparture = (departureId: string) =>
  `/office/departures/${departureId}/cancel`
/** Departures that the timetable has otherwise than they were sold. */
export const officeDifferences = (query?: Query) => withQuery('/office/differences', query)
/** Cancelled departures, with what became of their passengers. */
export const officeIncidents = () => '/office/incidents'
/** Many departures in one incident. */
export const officeNewIncident = (query?: Query) => withQuery('/office/incidents/new', query)
export const officeIncident = (incidentId: string) => `/office/incidents/${incidentId}`
export const officeManifest = (departureId: string) => `/office/departures/${departureId}/manifest`
export const officeManifestPdf = (departureId: string) =>
  `/office/departures/${departureId}/manifest.pdf`
export const officeManifestCsv = (departureId: string) =>
  `/office/departures/${departureId}/manifest.csv`
export const officeVehicles = () => '/office/vehicles'
/** `new` is the page to add one. */
export const officeVehicle = (vehicleId: string) => `/office/vehicles/${vehicleId}`
export const officeDrivers = () => '/office/drivers'
export const officeDriver = (staffId: string) => `/office/drivers/${staffId}`
export const officeDuties = (query?: Query) => withQuery('/office/duties', query)
export const officeDuty = (dutyId: string) => `/office/duties/${dutyId}`
/** The phone at the door of a bus. */
export const officeBoarding = (query?: Query) => withQuery('/office/boarding', query)
export const officeBoardingSync = () => '/office/boarding/sync'
export const boardingManifest = () => '/boarding.webmanifest'
/** Phones at the door, and what they disagree about. */
export const officePhones = () => '/office/phones'
export const officeFind = (query?: Query) => withQuery('/office/find', query)
export const officeBooking = (reference: string) => `/office/bookings/${reference}`
/** The booking as its holder sees it, without the holder's key. */
export const officeHolderView = (reference: string) => `/office/bookings/${reference}/holder`
/** A receipt or a credit note, by its number. */
export const officeDocument = (reference: string, number: string) =>
  `/office/bookings/${reference}/papers/${number}.pdf`
/** A ticket to print, by its number. */
export const officeTicketPdf = (reference: string, number: string) =>
  `/office/bookings/${reference}/tickets/${number}.pdf`
export const officeContact = (reference: string) => `/office/bookings/${reference}/contact`
export const officePerson = (reference: string) => `/office/bookings/${reference}/person`
/** All that is kept about the person of a booking, as a file. */
export const officePersonData = (reference: string) => `/office/bookings/${reference}/person.json`
export const officeCancelBooking = (reference: string, query?: Query) =>
  withQuery(`/office/bookings/${reference}/cancel`, query)
export const officeChange = (reference: string, place: number | string, query?: Query) =>
  withQuery(`/office/bookings/${reference}/journeys/${place}/change`, query)
export const officeRefund = (reference: string) => `/office/bookings/${reference}/refund`
export const officeSell = (query?: Query) => withQuery('/office/sell', query)
export const officeTill = (query?: Query) => withQuery('/office/till', query)
export const officeTills = (query?: Query) => withQuery('/office/tills', query)
export const officeTillSession = (sessionId: string) => `/office/tills/${sessionId}`
export const officeMoney = (query?: Query) => withQuery('/office/money', query)
export const officePayment = (paymentId: string) => `/office/money/payments/${paymentId}`
export const officeMoneyRefund = (refundId: string) => `/office/money/refunds/${refundId}`
export const officeSettlement = (query?: Query) => withQuery('/office/money/settlement', query)
export const officeSettlementDay = (day: string) => `/office/money/settlement/${day}`
export const officeChecks = () => '/office/checks'
export const officeEnquiries = (query?: Query) => withQuery('/office/enquiries', query)
export const officeEnquiry = (reference: string) => `/office/enquiries/${reference}`
export const officeNotices = () => '/office/notices'
/** A notice by its id, or `new`. */
export const officeNotice = (noticeId: string) => `/office/notices/${noticeId}`
/** What the company says of itself, and what it said before. */
export const officeCompany = () => '/office/company'
export const officeTimetable = () => '/office/timetable'
export const officeDraft = (draftId: string) => `/office/timetable/${draftId}`
/** Whether the preview of a draft is ready, for a page that waits for it. */
export const officeDraftState = (draftId: string) => `/office/timetable/${draftId}/state`
export const officeDraftFeed = (draftId: string) => `/office/timetable/${draftId}/feed.zip`
/** The fares of a day, or of today. */
export const officeFares = (day?: string) => withQuery('/office/fares', day && `on=${day}`)
export const officeFareDraft = (draftId: string) => `/office/fares/${draftId}`
export const officeReports = (query?: Query) => withQuery('/office/reports', query)
export const officeReport = (name: string, query?: Query) =>
  withQuery(`/office/reports/${name}`, query)
export const officeReportCsv = (name: string, query?: Query) =>
  withQuery(`/office/reports/${name}/csv`, query)
export const officeReportXlsx = (name: string, query?: Query) =>
  withQuery(`/office/reports/${name}/xlsx`, query)
export const officeStaff = () => '/office/staff'
export const officeMember = (staffId: string) => `/office/staff/${staffId}`
export const officeAudit = (query?: Query) => withQuery('/office/audit', query)
export const officeAuditCsv = (query?: Query) => withQuery('/office/audit.csv', query)

export const manifest = () => '/manifest.webmanifest'
export const robots = () => '/robots.txt'
export const sitemap = () => '/sitemap.xml'
/** The timetable and the fares for journey planners. */
export const gtfs = () => '/gtfs.zip'
/** A feed for journey planners: `trip-updates.pb`, `alerts.json`. */
export const realtime = (file: string) => `/gtfs-rt/${file}`
export const securityTxt = () => '/.well-known/security.txt'

function withQuery(path: string, query: Query = ''): string {
  const search = query.toString()
  return search === '' ? path : `${path}?${search}`
}
