import { MUCH_UNPAID } from '#modules/rules/rules.ts'

import { checkContact, type Contact, type ContactRefusal } from './contact.ts'

/** The problems of the contact; an empty contact has one for each field. */
export type ContactFirst = { ok: false; reason: 'contact-first'; refusals: ContactRefusal[] }

type AskingForSeats = {
  /** Seats that other visitors of the same network hold without having paid. */
  unpaidBesides: number
  /** Much of a bus is held by visitors who have given no contact, with what is asked for. */
  isMuchNameless: boolean
  /** Account of a logged-in visitor, whose contact is already known. */
  accountId: string | undefined
  /** The contact in the cart, or sent with this request. */
  contact: Contact
}

/**
 * If other visitors of the network hold many unpaid seats, or visitors without a contact much of a bus, a visitor must
 * give a contact before holding seats. A traveller only gives earlier what the cart asks for anyway, while a program that
 * blocks seats would have to give one as well. Undefined if no contact is required.
 */
export function askContactFirst({
  unpaidBesides,
  isMuchNameless,
  accountId,
  contact,
}: AskingForSeats): ContactFirst | undefined {
  if (accountId || (unpaidBesides < MUCH_UNPAID && !isMuchNameless)) return undefined
  const refusals = checkContact(contact)
  return refusals.length > 0 ? { ok: false, reason: 'contact-first', refusals } : undefined
}
