import { MUCH_UNPAID } from '#modules/rules/rules.ts'

import { checkContact, type Contact, type ContactRefusal } from './contact.ts'

/** The problems of the contact; both fields have one where none was given. */
export type ContactFirst = { ok: false; reason: 'contact-first'; refusals: ContactRefusal[] }

type AskingForSeats = {
  /** Places that others of the same network hold and have not paid. */
  unpaidBesides: number
  /** Of who is logged in: they have said already who they are. */
  accountId: string | undefined
  /** As it stands in the cart, or was sent along. */
  contact: Contact
}

/**
 * Where others of the network hold much and have not paid, a visitor who asks for seats says first for
 * whom they are. It costs a traveller a minute that the cart would have cost, and a program that
 * takes seats off sale what it means to do without. Nothing when nothing is asked.
 */
export function askContactFirst({
  unpaidBesides,
  accountId,
  contact,
}: AskingForSeats): ContactFirst | undefined {
  if (accountId || unpaidBesides < MUCH_UNPAID) return undefined
  const refusals = checkContact(contact)
  return refusals.length > 0 ? { ok: false, reason: 'contact-first', refusals } : undefined
}
