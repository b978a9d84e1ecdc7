import { readTimesSeen } from '#app/components/ride/times-seen.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { tidyContact, type Contact } from '#modules/orders/order/contact.ts'

import type { Typed } from './view.ts'

/**
 * The prefix of a field that gives, for the booking with this id, the number of wheelchair users.
 */
export const WHEELCHAIRS = 'wheelchairs-'
const WHEELCHAIRS_OF = /^wheelchairs-([\da-f-]{36})$/

/** The values of the cart's form. */
export type CartFields = {
  /** The button that was pressed: "pay", or "remove" of "remove:<booking>". */
  intent: string
  /** The booking whose button was pressed; empty if the button belongs to the whole cart. */
  bookingId: string
  /** Exactly as typed. */
  typed: Typed
  /** The typed name, email address and telephone number, tidied. */
  contact: Contact
  /** False for a form without name and address, which says nothing about them. */
  hasContact: boolean
  /** The new times that the page showed, by booking. */
  timesSeen: Record<string, number>
  /** The address that the visitor was asked about; sent again, it is accepted. */
  emailAsked: string
}

/** Reads the whole form, whichever button was pressed; each of them submits all of it. */
export function readCartForm(form: FormData): CartFields {
  const [intent = '', bookingId = ''] = textIn(form, 'intent').split(':')
  const typed = readTyped(form)
  return {
    intent,
    bookingId,
    typed,
    contact: tidyContact({ ...typed, phone: form.has('phone') ? typed.phone : undefined }),
    hasContact: form.has('name') && form.has('email'),
    timesSeen: readTimesSeen(form),
    emailAsked: textIn(form, 'email-asked'),
  }
}

/** The typed values alone, as they are shown again; nothing is done with their text. */
export function readTyped(form: FormData): Typed {
  return {
    name: textIn(form, 'name'),
    email: textIn(form, 'email'),
    phone: textIn(form, 'phone'),
    termsAccepted: textIn(form, 'terms') === 'yes',
    suggestion: null,
    wheelchairs: readWheelchairs(form),
  }
}

function readWheelchairs(form: FormData): Record<string, number> {
  const wheelchairs = [...form].flatMap(([name, value]) => {
    const bookingId = WHEELCHAIRS_OF.exec(name)?.[1]
    const isCount = typeof value === 'string' && /^\d{1,2}$/.test(value)
    return bookingId && isCount ? [[bookingId, Number(value)] as const] : []
  })
  return Object.fromEntries(wheelchairs)
}
