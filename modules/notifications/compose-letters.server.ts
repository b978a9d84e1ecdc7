import type { MailText } from '#modules/mail/layout/letter.ts'

import {
  calendarFile,
  cancellationFile,
  documentFiles,
  ticketsFile,
  type Attachment,
} from './attachments.server.ts'
import type { ChangeMailData, ContactMailData } from './letter-data.ts'
import { cancelledMail } from './letters/cancelled.ts'
import { changedMail, missedMail, wheelchairMail } from './letters/changed.ts'
import { type ConfirmedOrder, confirmationMail } from './letters/confirmation.ts'
import { contactMail } from './letters/contact.ts'

/* The letters that something hangs on. Composed again, each is the same to the byte. */

export type MailContent = MailText & { attachments: Attachment[] }

/** The confirmation with the tickets as one PDF, the rides for a calendar, and the receipt. */
export async function composeConfirmation(order: ConfirmedOrder): Promise<MailContent> {
  const { tickets, papers } = order
  return {
    ...confirmationMail(order),
    attachments: [
      ...(await ticketsFile(tickets)),
      ...calendarFile(tickets),
      ...(await documentFiles(papers)),
    ],
  }
}

/** What is left of the tickets, the credit note, and what calendars are to forget or to change. */
export async function composeCancelled(news: ChangeMailData): Promise<MailContent> {
  const gone = news.rides.flatMap(({ before, after }) => (after ? [] : [before]))
  return {
    ...cancelledMail(news),
    attachments: [
      ...(await ticketsFile(news.tickets)),
      ...cancellationFile(gone, news.doneAt),
      ...calendarFile(changedTickets(news)),
      ...(await documentFiles(news.papers)),
    ],
  }
}

const ABOUT_A_RIDE = { changed: changedMail, missed: missedMail, wheelchair: wheelchairMail }

/** The new tickets, the entry that takes the old one's place, and the papers if its price moved. */
export async function composeChanged(
  kind: keyof typeof ABOUT_A_RIDE,
  news: ChangeMailData,
): Promise<MailContent> {
  return {
    ...ABOUT_A_RIDE[kind](news),
    attachments: [
      ...(await ticketsFile(news.tickets)),
      ...calendarFile(changedTickets(news)),
      ...(await documentFiles(news.papers)),
    ],
  }
}

/** The tickets under the new name; calendars take them in the place of the old ones. */
export async function composeContact(news: ContactMailData): Promise<MailContent> {
  const { tickets } = news
  return {
    ...contactMail(news),
    attachments: [...(await ticketsFile(tickets)), ...calendarFile(tickets)],
  }
}

/** Those that this change issued, as far as they are still valid. */
function changedTickets({ rides, tickets }: ChangeMailData) {
  return tickets.filter((ticket) => rides.some(({ after }) => after?.number === ticket.number))
}
