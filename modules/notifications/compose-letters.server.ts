import type { MailText } from '#modules/mail/layout/letter.ts'

import {
  calendarFile,
  cancellationFile,
  documentFiles,
  ticketsFile,
  type Attachment,
} from './attachments.server.ts'
import type {
  ChangeMailData,
  ContactMailData,
  RetimedMailData,
  RideMailData,
} from './letter-data.ts'
import { cancelledMail } from './letters/cancelled.ts'
import { changedMail, missedMail, wheelchairMail } from './letters/changed.ts'
import { type ConfirmedOrder, confirmationMail } from './letters/confirmation.ts'
import { contactMail } from './letters/contact.ts'
import { goodwillMail } from './letters/goodwill.ts'
import { reissuedMail } from './letters/reissued.ts'
import { retimedMail } from './letters/retimed.ts'

/* Letters with attachments. Composed again, each is the same to the byte. */

export type MailContent = MailText & { attachments: Attachment[] }

/** The confirmation with the tickets as one PDF, the rides for a calendar, and the receipt. */
export async function composeConfirmation(order: ConfirmedOrder): Promise<MailContent> {
  const { tickets, documents } = order
  return {
    ...confirmationMail(order),
    attachments: [
      ...(await ticketsFile(tickets)),
      ...calendarFile(tickets),
      ...(await documentFiles(documents)),
    ],
  }
}

/** The remaining tickets, the credit note, and the calendar entries to be removed or changed. */
export async function composeCancelled(news: ChangeMailData): Promise<MailContent> {
  const gone = news.rides.flatMap(({ before, after }) => (after ? [] : [before]))
  return {
    ...cancelledMail(news),
    attachments: [
      ...(await ticketsFile(news.tickets)),
      ...cancellationFile(gone, news.doneAt),
      ...calendarFile(changedTickets(news)),
      ...(await documentFiles(news.documents)),
    ],
  }
}

const ABOUT_A_RIDE = { changed: changedMail, missed: missedMail, wheelchair: wheelchairMail }

/** The new tickets, the updated calendar entry, and the documents if the price changed. */
export async function composeChanged(
  kind: keyof typeof ABOUT_A_RIDE,
  news: ChangeMailData,
): Promise<MailContent> {
  return {
    ...ABOUT_A_RIDE[kind](news),
    attachments: [
      ...(await ticketsFile(news.tickets)),
      ...calendarFile(changedTickets(news)),
      ...(await documentFiles(news.documents)),
    ],
  }
}

/** The credit note of a price reduction. */
export async function composeGoodwill(news: ChangeMailData): Promise<MailContent> {
  return { ...goodwillMail(news), attachments: await documentFiles(news.documents) }
}

/** The ticket that replaces a void one. */
export async function composeReissued(news: RideMailData): Promise<MailContent> {
  return { ...reissuedMail(news), attachments: await ticketsFile([news.ticket]) }
}

/** The ticket with the new times, and the calendar entry that takes them over. */
export async function composeRetimed(news: RetimedMailData): Promise<MailContent> {
  const tickets = [news.ticket]
  return {
    ...retimedMail(news),
    attachments: [...(await ticketsFile(tickets)), ...calendarFile(tickets)],
  }
}

/** The tickets under the new name, and the calendar entries that replace the old ones. */
export async function composeContact(news: ContactMailData): Promise<MailContent> {
  const { tickets } = news
  return {
    ...contactMail(news),
    attachments: [...(await ticketsFile(tickets)), ...calendarFile(tickets)],
  }
}

/** The tickets that this change issued and that are still valid. */
function changedTickets({ rides, tickets }: ChangeMailData) {
  return tickets.filter((ticket) => rides.some(({ after }) => after?.number === ticket.number))
}
