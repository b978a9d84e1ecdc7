import { ticketWords } from '#modules/documents/words/words.ts'
import type { ReceiptView, TicketStop, TicketView } from '#modules/tickets/ticket.ts'
import { receiptNumber } from '#modules/tickets/ticket.ts'
import { invariant } from '#platform/invariant.ts'
import { printable } from '#platform/text/lines.ts'

import { writeDetails } from './details.server.ts'
import { hasLetter, wholeName } from './fonts.server.ts'
import { writeFoot, writeHead } from './letterhead.server.ts'
import { printDocument } from './paper.server.ts'
import { drawPass } from './pass.server.ts'
import { writeReceipt } from './receipt.server.ts'

/** One sheet per ticket, in the order given, all in the language of the first. */
export async function printTickets(given: readonly TicketView[]): Promise<Uint8Array<ArrayBuffer>> {
  const tickets = given.map(settable)
  const [first] = tickets
  invariant(first, 'a document has at least one ticket')
  const words = ticketWords(first.locale)
  const facts = {
    locale: first.locale,
    title: `${words.ticket.title} ${first.reference}`,
    subject: words.ride(first.from, first.to),
    madeAt: first.issuedAt,
  }
  return await printDocument(facts, (paper) => {
    for (const ticket of tickets) {
      paper.doc.addPage()
      const below = writeHead(paper, {
        title: words.ticket.title,
        label: words.ticket.reference,
        value: ticket.reference,
        demonstration: ticket.demonstration ? words.ticket.demonstration : null,
      })
      const pass = drawPass(paper, ticket, below + 22)
      writeDetails(paper, ticket, pass + 24)
      writeFoot(paper, ticket.locale)
    }
  })
}

export async function printReceipt(given: ReceiptView): Promise<Uint8Array<ArrayBuffer>> {
  const receipt = settableReceipt(given)
  const words = ticketWords(receipt.locale).receipt
  const title = words[receipt.series]
  const facts = {
    locale: receipt.locale,
    title: `${title} ${receiptNumber(receipt)}`,
    subject: `${words.reference} ${receipt.reference}`,
    madeAt: receipt.issuedAt,
  }
  return await printDocument(facts, (paper) => {
    paper.doc.addPage()
    const below = writeHead(paper, {
      title,
      label: words.number,
      value: receiptNumber(receipt),
      demonstration: receipt.demonstration ? words.demonstration : null,
    })
    writeReceipt(paper, receipt, below + 26)
    writeFoot(paper, receipt.locale)
  })
}

/** Typed and imported text, reduced to the letters that the typeface has. */
function settable(ticket: TicketView): TicketView {
  return {
    ...ticket,
    groupLeader: wholeName(ticket.groupLeader),
    from: settableStop(ticket.from),
    to: settableStop(ticket.to),
  }
}

function settableStop(stop: TicketStop): TicketStop {
  const { name, shortName, directions } = stop
  return {
    ...stop,
    name: printable(name, hasLetter),
    shortName: printable(shortName, hasLetter),
    directions: directions && printable(directions, hasLetter),
  }
}

function settableReceipt(receipt: ReceiptView): ReceiptView {
  const { cards, lines } = receipt
  return {
    ...receipt,
    customer: wholeName(receipt.customer),
    cards: cards.map((card) => ({ ...card, brand: printable(card.brand, hasLetter) })),
    lines: lines.map((line) => ({
      ...line,
      from: printable(line.from, hasLetter),
      to: printable(line.to, hasLetter),
    })),
  }
}
