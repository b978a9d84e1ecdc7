import { account } from './en/account.ts'
import { bookNow } from './en/book-now.ts'
import { bookings } from './en/bookings.ts'
import { cancel } from './en/cancel.ts'
import { cart } from './en/cart.ts'
import { changeContact } from './en/change-contact.ts'
import { changeRefusals } from './en/change-refusals.ts'
import { change } from './en/change.ts'
import { choose } from './en/choose.ts'
import { common } from './en/common.ts'
import { enquiries } from './en/enquiries.ts'
import { errors } from './en/errors.ts'
import { findBooking } from './en/find-booking.ts'
import { footer } from './en/footer.ts'
import { home } from './en/home.ts'
import { mailbox } from './en/mailbox.ts'
import { map } from './en/map.ts'
import { office } from './en/office.ts'
import { order } from './en/order.ts'
import { payLink } from './en/pay-link.ts'
import { payment } from './en/payment.ts'
import { refusals } from './en/refusals.ts'
import { remarks } from './en/remarks.ts'
import { schedule } from './en/schedule.ts'
import { texts } from './en/texts.ts'
import { ticket } from './en/ticket.ts'
import { timetables } from './en/timetables.ts'
import { turnedAway } from './en/turned-away.ts'

/**
 * All sentences for visitors, one file per screen or area. A sentence missing from `el.ts` does not
 * compile.
 */
export const en = {
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

export type Messages = typeof en
