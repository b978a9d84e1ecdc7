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

export const manifest = () => '/manifest.webmanifest'
export const robots = () => '/robots.txt'
export const sitemap = () => '/sitemap.xml'
export const securityTxt = () => '/.well-known/security.txt'

function withQuery(path: string, query: Query = ''): string {
  const search = query.toString()
  return search === '' ? path : `${path}?${search}`
}
