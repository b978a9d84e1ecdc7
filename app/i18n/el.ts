import { account } from './el/account.ts'
import { bookNow } from './el/book-now.ts'
import { bookings } from './el/bookings.ts'
import { cancel } from './el/cancel.ts'
import { cart } from './el/cart.ts'
import { changeContact } from './el/change-contact.ts'
import { changeRefusals } from './el/change-refusals.ts'
import { change } from './el/change.ts'
import { choose } from './el/choose.ts'
import { common } from './el/common.ts'
import { enquiries } from './el/enquiries.ts'
import { errors } from './el/errors.ts'
import { findBooking } from './el/find-booking.ts'
import { footer } from './el/footer.ts'
import { home } from './el/home.ts'
import { mailbox } from './el/mailbox.ts'
import { map } from './el/map.ts'
import { office } from './el/office.ts'
import { order } from './el/order.ts'
import { payLink } from './el/pay-link.ts'
import { payment } from './el/payment.ts'
import { refusals } from './el/refusals.ts'
import { remarks } from './el/remarks.ts'
import { schedule } from './el/schedule.ts'
import { texts } from './el/texts.ts'
import { ticket } from './el/ticket.ts'
import { timetables } from './el/timetables.ts'
import { turnedAway } from './el/turned-away.ts'
import type { Messages } from './en.ts'

/** Formal plural, «;» for questions, nouns after από and προς in the accusative. */
export const el: Messages = {
  account,
  bookNow,
  bookings,
  cancel,
  cart,
  change,
  changeContact,
  changeRefusals,
  choose,
  common,
  enquiries,
  errors,
  findBooking,
  footer,
  home,
  mailbox,
  map,
  office,
  order,
  payLink,
  payment,
  refusals,
  remarks,
  schedule,
  texts,
  ticket,
  timetables,
  turnedAway,
}
