import type { LastSale } from '#modules/boarding/package/package.ts'
import type { Tone } from '#modules/boarding/package/verdict.ts'
import {
  faresToSell,
  quoteWalkUp,
  seatsToSell,
  type Door,
  type WalkUpQuote,
} from '#modules/boarding/package/walk-ups.ts'
import { drawQr } from '#modules/documents/qr.ts'
import { formatEuros } from '#platform/money.ts'

import { exchange } from './exchange.ts'
import { door, here } from './here.ts'
import { isSure, type Phone } from './phone.ts'
import { fill, type Start } from './start.ts'
import type { PhoneState } from './state.ts'
import { sell, undoable, undoSale } from './work.ts'

/* The sale at the door: who gets on where, what they pay, and the ticket that they are shown. */

type Stop = { position: number; name: string }

export type Offer = {
  departureId: string
  from: number
  to: number
  begins: readonly Stop[]
  ends: readonly Stop[]
  /** Most buses go from one stop to one other, which the head of the screen names. */
  hasChoice: boolean
  /** The seats that are left to sell, or what speaks against the sale. */
  says: string
  tone: Tone
  press: string
  isSold: boolean
}

/** The stops between which there is a fare, at first from here to the end, and the sum. */
export function offerOf(state: PhoneState, { words, locale }: Start): Offer | undefined {
  const place = here(state)
  const at = door(state)
  if (!place || !at) return undefined
  const { bus, duty, position } = place
  const { sale } = state
  const fares = faresToSell(at)
  const chosen = sale.chosen?.departureId === bus.departureId ? sale.chosen : undefined
  const begins = [...new Set(fares.map((one) => one.from))]
  const wanted = chosen?.from ?? position
  const from = begins.includes(wanted) ? wanted : (begins[0] ?? 0)
  const ends = [...new Set(fares.filter((one) => one.from === from).map((one) => one.to))]
  const to = ends.find((one) => one === chosen?.to) ?? ends.at(-1) ?? 0
  const quote = bus.closed.includes(from)
    ? ({ ok: false, reason: 'closed' } as const)
    : quoteWalkUp(at, { from, to, passengers: sale.people })
  const toStop = (one: number): Stop => {
    const stopId = bus.calls[one]?.stopId ?? ''
    return { position: one, name: duty.pack.stops[stopId]?.[locale] ?? stopId }
  }
  return {
    departureId: bus.departureId,
    from,
    to,
    begins: begins.map(toStop),
    ends: ends.map(toStop),
    hasChoice: fares.length >= 2,
    ...sayOffer(
      sale,
      quote.ok
        ? fill(words.walkUp.left, leftFor(at, { from, to }))
        : refuse(quote, words.walkUp.refusals),
      quote.ok,
      words.notSaved,
    ),
    press: quote.ok ? fill(words.walkUp.sell, formatEuros(quote.total, locale)) : words.walkUp.tab,
    isSold: quote.ok,
  }
}

function sayOffer(
  { isUnsaved, undone }: PhoneState['sale'],
  says: string,
  isSold: boolean,
  notSaved: string,
): Pick<Offer, 'says' | 'tone'> {
  if (isUnsaved) return { says: notSaved, tone: 'stop' }
  if (undone) return { says: undone, tone: 'ask' }
  return { says, tone: isSold ? 'go' : 'stop' }
}

function leftFor(at: Door, { from, to }: { from: number; to: number }): number {
  return Math.min(...seatsToSell(at).slice(from, to))
}

type Refused = Exclude<WalkUpQuote, { ok: true }> | { ok: false; reason: 'closed' }

function refuse(refusal: Refused, sentences: Record<Refused['reason'], string>): string {
  const sentence = sentences[refusal.reason]
  if ('driver' in refusal) return fill(sentence, refusal.driver)
  if ('seatsLeft' in refusal) return fill(sentence, refusal.seatsLeft)
  return 'most' in refusal ? fill(sentence, refusal.most) : sentence
}

/** Sells once the money is taken; the ticket is shown when the sale is on the disk. */
export function sellNow(phone: Phone): Promise<void> {
  return alone(phone, async () => {
    const { walkUp } = phone.start.words
    const offer = offerOf(phone.now, phone.start)
    const at = door(phone.now)
    if (!offer || !at) return false
    const wish = { from: offer.from, to: offer.to, passengers: phone.now.sale.people }
    const quote = quoteWalkUp(at, wish)
    if (!quote.ok) return false
    const total = formatEuros(quote.total, phone.start.locale)
    if (!(await isSure(phone, fill(walkUp.question, total)))) return false
    const sold = await sell(phone, wish)
    if (!sold.ok) return false
    phone.world.signal('go')
    const { code, reference, people } = sold
    phone.tell({ is: 'sold', people, number: `${reference}-1`, picture: drawQr(code, 'medium') })
    return true
  })
}

/** Undoes the last sale once the driver is sure; the sum to give back is shown when it is on the disk. */
export function undo(phone: Phone): Promise<void> {
  return alone(phone, async () => {
    const sold = undoable(phone.now, phone.world.now())
    if (!sold) return false
    const { walkUp } = phone.start.words
    const total = formatEuros(sold.total, phone.start.locale)
    // A joiner keeps the number on one line.
    const number = numberOf(sold).replace('-', '-\u2060')
    const question = fill(fill(walkUp.undoQuestion, number), total)
    if (!(await isSure(phone, question)) || !(await undoSale(phone))) return false
    phone.tell({ is: 'undone', sum: fill(walkUp.undone, total) })
    phone.world.signal('ask')
    return true
  })
}

/** The number on the ticket of a sale. */
export function numberOf({ reference }: Pick<LastSale, 'reference'>): string {
  return `${reference}-1`
}

/** One press at a time; what it has changed is sent. */
async function alone(phone: Phone, act: () => Promise<boolean>): Promise<void> {
  const { underWay } = phone
  if (underWay.isSelling) return
  underWay.isSelling = true
  try {
    if (await act()) void exchange(phone)
  } catch {
    phone.tell({ is: 'not-sold' })
    phone.world.signal('stop')
  } finally {
    underWay.isSelling = false
  }
}
