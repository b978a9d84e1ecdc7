import type { BoardingPackage, PackedDeparture } from '#modules/boarding/package/package.ts'
import {
  countBoardingFrom,
  countBus,
  isMeant,
  listParties,
  type Party,
} from '#modules/boarding/phone/duty.ts'
import { clockOf } from '#modules/boarding/words/words.ts'
import { isCopied } from '#phone/copy.ts'

import { drawLate } from './late.ts'
import {
  button,
  element,
  field,
  fill,
  fillCount,
  fillList,
  locale,
  showScreen,
  words,
} from './page.ts'
import { drawSale } from './sell-screen.ts'
import type { Sent } from './send.ts'
import { check } from './verdict-screen.ts'
import { here, keepDuty, scans, work } from './work.ts'

/** Called after a bus was chosen, since its seats to sell are not known yet. */
let chosen = () => {}
export function onChosen(tell: () => void): void {
  chosen = tell
}

/** Minutes after which the list counts as old. */
const OLD_MINUTES = 30

/** Everything that follows from what is on the disk. */
export function draw(sent: Sent): void {
  drawState(sent)
  drawBuses()
  drawHead()
  drawNames()
  drawSale()
}

/** The big bar: whether the phone can do without the network from now on. */
function drawState(sent: Sent): void {
  const { duty, own } = work
  const bar = element('state')
  const age = duty ? Date.now() + duty.clockAhead - duty.pack.madeAt : Infinity
  const isOld = age > OLD_MINUTES * 60_000
  bar.className = `state state-${stateOf(Boolean(duty), isOld || !isCopied())}`
  const lines = duty
    ? [fill(sayList(isOld), clockOf(duty.pack.madeAt))]
    : [sent === 'revoked' ? words.revoked : words.notReady]
  if (sent === 'log-in') lines.push(words.logIn)
  if (sent === 'of-another') lines.push(words.ofAnother)
  if (own.length > 0) lines.push(fillCount(words.waiting, own.length))
  bar.textContent = lines.join(' ')
  element('log-in').hidden = sent !== 'log-in' && sent !== 'of-another'
}

function stateOf(isReady: boolean, isDoubtful: boolean): string {
  if (!isReady) return 'stop'
  return isDoubtful ? 'ask' : 'go'
}

function sayList(isOld: boolean): string {
  if (!isCopied()) return words.notCopied
  return isOld ? words.old : words.ready
}

function drawBuses(): void {
  const { duty } = work
  const buses = (duty?.mine ?? []).flatMap(({ departureId, position }) => {
    const bus = duty?.pack.departures.find((one) => one.departureId === departureId)
    const call = bus?.calls[position]
    const last = bus?.calls.at(-1)
    if (!duty || !bus || !call || !last) return []
    const { aboard, booked } = countBus(duty, bus, scans())
    const to = duty.pack.stops[last.stopId]?.[locale] ?? ''
    const late = call.delay > 0 ? `${fill(words.notices.late, call.delay)} ` : ''
    const isEmpty = bus.closed.includes(position) && booked > 0 && aboard === 0
    const left = isEmpty ? ` · ${words.leftEmpty}` : ''
    const text = `${clockOf(call.departsAt)} ${late}${to} ${aboard}/${booked}${left}`
    const choose = async () => {
      await keepDuty((now) => now && { ...now, chosen: departureId })
      open()
      chosen()
    }
    const row = button(
      text,
      () => void choose(),
      departureId === duty.chosen ? 'action' : 'secondary',
    )
    row.dataset.departure = departureId
    return [row]
  })
  fillList(element('my-buses'), buses)
  element('choose-bus').hidden = buses.length === 0
}

function open(): void {
  drawBuses()
  drawHead()
  drawNames()
  element('verdict').className = 'verdict'
  for (const id of ['verdict-words', 'verdict-party']) element(id).textContent = ''
  element('answers').replaceChildren()
  showScreen('scan')
}

function drawHead(): void {
  const place = here()
  element('bus').hidden = !place
  if (!place) {
    clearNames()
    return
  }
  const { duty, bus, position } = place
  const { aboard, booked } = countBus(duty, bus, scans())
  const [call, last] = [bus.calls[position], bus.calls.at(-1)]
  element('bus-time').textContent = call ? clockOf(call.departsAt + call.delay * 60_000) : ''
  element('bus-to').textContent = duty.pack.stops[last?.stopId ?? '']?.[locale] ?? ''
  element('bus-count').textContent = fill(words.aboard, `${aboard}/${booked}`)
  element('late-people').textContent = fill(words.latePeople, countBoardingFrom(bus, position))
  drawLate()
  drawPair(bus)
  drawStopNews(bus, duty.pack.stops)
  const twice = listParties(bus, scans()).filter(({ tooMany }) => tooMany > 0)
  const names = twice.map(({ ticket }) => nameOf(ticket))
  element('conflicts').hidden = names.length === 0
  element('conflicts').textContent = fill(words.tooMany, names.join(', '))
}

/** Tells the driver where the bus does not stop as usual. */
function drawStopNews({ stopNews = [] }: PackedDeparture, stops: BoardingPackage['stops']): void {
  const news = stopNews.map(({ stopId, movedTo }) => {
    return `${stops[stopId]?.[locale] ?? stopId}: ${movedTo?.[locale] ?? words.notServed}`
  })
  element('stop-news').hidden = news.length === 0
  element('stop-news').textContent = news.join(' · ')
}

/** Tells the driver of the other bus, if two run this departure. */
function drawPair({ buses = [] }: PackedDeparture): void {
  const named = buses.map(({ plate, seats }) => `${plate} (${seats})`)
  element('bus-pair').hidden = named.length === 0
  element('bus-pair').textContent = fill(words.twoBuses, named.join(', '))
}

/** After the duty no name stays on the page, not even hidden. */
function clearNames(): void {
  element('names').replaceChildren()
  element('answers').replaceChildren()
  for (const id of ['conflicts', 'verdict-words', 'verdict-party', 'done', 'late-people']) {
    element(id).textContent = ''
  }
  for (const id of ['conflicts', 'bus-pair', 'stop-news']) element(id).hidden = true
}

/** Those who board here first, so that a dead phone at the door is found soonest. */
export function drawNames(): void {
  const place = here()
  if (!place) return
  const { bus, position } = place
  const typed = field('search').value
  const parties = listParties(bus, scans()).filter((party) => isMeant(party, typed))
  const boardsHere = ({ ticket }: Party) => Number(ticket.from !== position)
  const sorted = parties.toSorted((one, other) => boardsHere(one) - boardsHere(other))
  fillList(element('names'), sorted.map(drawParty))
  element('nobody').hidden = sorted.length > 0
}

function drawParty({ ticket, aboard }: Party): HTMLLIElement {
  const row = document.createElement('li')
  const label = `${nameOf(ticket)} · ${ticket.number.slice(4, 8)} · ${aboard}/${ticket.people}`
  const look = () => {
    showScreen('scan')
    void check({ by: 'code', digest: ticket.digest })
  }
  row.dataset.ticket = ticket.digest
  row.append(button(label, look, aboard >= ticket.people ? 'quiet' : 'secondary'))
  return row
}

/** The name of a party on the list of the member, or why there is none. */
function nameOf({ leader, walkUp }: Party['ticket']): string {
  return leader || (walkUp ? words.soldAtDoor : words.noName)
}

/** The names of those who are not aboard at this stop, with how many of a party are missing. */
export function listMissing(): string[] {
  const place = here()
  if (!place) return []
  return listParties(place.bus, scans(), place.position)
    .filter(({ aboard, ticket }) => aboard < ticket.people)
    .map(({ aboard, ticket }) => `${nameOf(ticket)} (${ticket.people - aboard})`)
}
