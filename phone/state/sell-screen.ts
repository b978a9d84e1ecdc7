import { encodeQR } from 'qr'

import type { LastSale } from '#modules/boarding/package/package.ts'
import {
  faresToSell,
  quoteWalkUp,
  seatsToSell,
  type Door,
  type WalkUpQuote,
} from '#modules/boarding/package/walk-ups.ts'
import { PASSENGER_CATEGORIES, partyOf, type PassengerCategory } from '#modules/fares/passengers.ts'
import { MAX_WALK_UP_PARTY } from '#modules/rules/rules.ts'
import { signal } from '#phone/signal.ts'
import { formatEuros } from '#platform/money.ts'

import { element, fill, fillList, isSure, locale, words } from './page.ts'
import { door, here, sell, undoable, undoSale } from './work.ts'

/* The sale at the door: who gets on where, what they pay, and the ticket that they are shown. */

const said = words.walkUp
let people = partyOf({ adult: 1 })
let isSelling = false
/** The sum to give back, until the driver begins the next sale. */
let undone = ''

/** Fills in the stops, the sum and what speaks against the sale; all of it may change at any moment. */
export function drawSale(): void {
  const place = here()
  const at = door()
  if (!place || !at) return
  drawUndo()
  drawStops(at)
  for (const category of PASSENGER_CATEGORIES) {
    const number = document.querySelector(`[data-people="${category}"]`)
    if (number) number.textContent = String(people[category])
  }
  const wish = readWish()
  const quote = place.bus.closed.includes(wish.from)
    ? ({ ok: false, reason: 'closed' } as const)
    : quoteWalkUp(at, wish)
  const why = element('sell-why')
  const tone = quote.ok ? 'go' : 'stop'
  why.className = `state state-${undone ? 'ask' : tone}`
  why.textContent = undone || (quote.ok ? fill(said.left, leftFor(at, wish)) : refuse(quote))
  const button = element('sell-button') as HTMLButtonElement
  button.disabled = !quote.ok
  button.textContent = quote.ok ? fill(said.sell, formatEuros(quote.total, locale)) : said.tab
}

function leftFor(at: Door, { from, to }: { from: number; to: number }): number {
  return Math.min(...seatsToSell(at).slice(from, to))
}

type Refused = Exclude<WalkUpQuote, { ok: true }> | { ok: false; reason: 'closed' }

function refuse(refusal: Refused): string {
  const sentence = said.refusals[refusal.reason]
  if ('driver' in refusal) return fill(sentence, refusal.driver)
  if ('seatsLeft' in refusal) return fill(sentence, refusal.seatsLeft)
  return 'most' in refusal ? fill(sentence, refusal.most) : sentence
}

const select = (id: string) => element(id) as HTMLSelectElement

function readWish() {
  const [from, to] = [Number(select('sell-from').value), Number(select('sell-to').value)]
  return { from, to, passengers: people }
}

/** The stops between which there is a fare; at first from here to the end. */
function drawStops(at: Door): void {
  const { pack, bus } = at
  const position = here()?.position ?? 0
  const fares = faresToSell(at)
  const offer = (list: HTMLSelectElement, positions: readonly number[], wanted?: number) => {
    const options = [...new Set(positions)].map((one) => {
      const stopId = bus.calls[one]?.stopId ?? ''
      return new Option(pack.stops[stopId]?.[locale] ?? stopId, String(one))
    })
    fillList(list, options)
    list.value = String(wanted)
  }
  const [from, to] = [select('sell-from'), select('sell-to')]
  const isOther = from.dataset.bus !== bus.departureId || from.options.length === 0
  const begins = fares.map((one) => one.from)
  const begin = isOther ? position : Number(from.value)
  offer(from, begins, begins.includes(begin) ? begin : begins[0])
  const ends = fares.filter((one) => one.from === Number(from.value)).map((one) => one.to)
  const end = isOther ? undefined : ends.find((one) => one === Number(to.value))
  offer(to, ends, end ?? ends.at(-1))
  from.dataset.bus = bus.departureId
  // Most buses go from one stop to one other, which the head of the screen names.
  element('sell-stops').hidden = fares.length < 2
}

function add(category: PassengerCategory, change: 1 | -1): void {
  const most = MAX_WALK_UP_PARTY
  undone = ''
  people = { ...people, [category]: Math.max(0, Math.min(most, people[category] + change)) }
  drawSale()
}

/** Sells once the money is taken; the ticket is shown when the sale is on the disk. */
async function press(event: SubmitEvent, changed: () => void): Promise<void> {
  event.preventDefault()
  const at = door()
  const wish = readWish()
  const quote = at && quoteWalkUp(at, wish)
  if (isSelling || !quote?.ok) return
  isSelling = true
  try {
    if (!(await isSure(fill(said.question, formatEuros(quote.total, locale))))) return
    const sold = await sell(wish)
    if (!sold.ok) return
    signal('go')
    undone = ''
    show(sold)
    people = partyOf({ adult: 1 })
  } catch {
    sayNotSaved()
    return
  } finally {
    isSelling = false
  }
  changed()
}

function show({ code, reference, people: party }: Extract<WalkUpQuote, { ok: true }>): void {
  element('sell').hidden = true
  element('sold').hidden = false
  element('sold-words').textContent = fill(said.sold, party)
  element('sold-number').textContent = fill(said.show, `${reference}-1`)
  const picture = new DOMParser().parseFromString(
    encodeQR(code, 'svg', { ecc: 'medium', border: 4 }),
    'image/svg+xml',
  )
  element('sold-code').replaceChildren(document.importNode(picture.documentElement, true))
}

/** The last sale can be undone from its ticket and from the next sale. */
function drawUndo(): void {
  const sold = undoable()
  for (const one of undoButtons()) {
    one.hidden = !sold
    one.setAttribute('aria-label', fill(said.undoLabel, nameOf(sold)))
  }
}

function undoButtons() {
  return document.querySelectorAll<HTMLElement>('[data-undo]')
}

function nameOf(sold: LastSale | undefined): string {
  return sold ? `${sold.reference}-1` : ''
}

/** Undoes the last sale once the driver is sure; the sum to give back is shown when it is on the disk. */
async function undo(changed: () => void): Promise<void> {
  const sold = undoable()
  if (isSelling || !sold) return
  isSelling = true
  try {
    const total = formatEuros(sold.total, locale)
    // A joiner keeps the number on one line.
    const number = nameOf(sold).replace('-', '-\u2060')
    const question = fill(fill(said.undoQuestion, number), total)
    if (!(await isSure(question)) || !(await undoSale())) return
    undone = fill(said.undone, total)
    signal('ask')
  } catch {
    sayNotSaved()
    return
  } finally {
    isSelling = false
  }
  showNext()
  changed()
}

function sayNotSaved(): void {
  element('sell-why').className = 'state state-stop'
  element('sell-why').textContent = words.notSaved
  signal('stop')
}

function showNext(): void {
  element('sell').hidden = false
  element('sold').hidden = true
  drawSale()
}

/** @param changed called after each sale */
export function wireSale(changed: () => void): void {
  element('sell').addEventListener('submit', (event) => void press(event, changed))
  element('sell').addEventListener('change', drawSale)
  element('sell-next').addEventListener('click', showNext)
  for (const one of undoButtons()) one.addEventListener('click', () => void undo(changed))
  for (const category of PASSENGER_CATEGORIES) {
    const on = (way: string, change: 1 | -1) =>
      document
        .querySelector(`[data-${way}="${category}"]`)
        ?.addEventListener('click', () => add(category, change))
    on('fewer', -1)
    on('more', 1)
  }
}
