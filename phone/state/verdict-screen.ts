import { isUnlisted, type PackedTicket } from '#modules/boarding/package/package.ts'
import { askHowMany, toneOf, type Tone, type Verdict } from '#modules/boarding/package/verdict.ts'
import type { Read } from '#modules/boarding/verdict/find-ticket.ts'
import { clockOf, nameDay, sayVerdict } from '#modules/boarding/words/words.ts'
import { signal } from '#phone/signal.ts'

import { button, element, fill, locale, words } from './page.ts'
import { count, here, judge } from './work.ts'

/** Called after each change of the people aboard. */
let changed = () => {}
export function onChange(tell: () => void): void {
  changed = tell
}

/** Judges what was read, counts a good ticket at once, and says what it is. */
export async function check(read: Read): Promise<void> {
  let verdict: Verdict | undefined
  try {
    verdict = await judge(read)
  } catch {
    sayNotSaved()
    return
  }
  if (!verdict) return
  const tone = toneOf(verdict)
  const { ticket, boards } = verdict
  if (tone !== 'go' || !ticket) {
    say(verdict, tone)
    offer(verdict)
    return
  }
  changed()
  say(verdict, tone)
  offerLess(verdict, ticket, boards.length)
}

/** Green only for what is on the disk. */
async function isCounted(ticket: PackedTicket, boarded: number): Promise<boolean> {
  try {
    await count(ticket, boarded)
  } catch {
    sayNotSaved()
    return false
  }
  changed()
  return true
}

function sayNotSaved(): void {
  show(words.notSaved, 'stop')
  signal('stop')
}

function say(verdict: Verdict, tone: Tone): void {
  const { pack } = here()?.duty ?? {}
  const sentence = sayVerdict(verdict, locale, {
    stop: (stopId) => pack?.stops[stopId]?.[locale] ?? stopId,
    day: (date) => pack?.days[date]?.[locale] ?? nameDay(date, locale),
    clock: clockOf,
  })
  show(sentence, tone, verdict.ticket)
  signal(tone)
}

/** The words for anything else that was read. */
export function announce(sentence: string, tone: Tone): void {
  show(sentence, tone)
  signal(tone)
  changed()
}

function show(sentence: string, tone: Tone, ticket?: PackedTicket | null): void {
  const place = element('verdict')
  place.className = `verdict verdict-${tone}`
  element('verdict-words').textContent = sentence
  element('verdict-party').textContent = ticket
    ? [ticket.leader, !isUnlisted(ticket) && ticket.number].filter(Boolean).join(' · ')
    : ''
  clearAnswers()
  requestAnimationFrame(() => reveal(tone))
}

function clearAnswers(): void {
  const answers = element('answers')
  const isPressed = answers.contains(document.activeElement)
  answers.replaceChildren()
  // A pressed answer is gone; whoever uses keys goes on from the verdict to the next answers.
  if (isPressed) element('verdict').focus()
}

/** A press that may be made once: the answers go at once, since the disk may take longer than a second tap. */
function answer(text: string, press: () => Promise<void>, kind?: string): HTMLButtonElement {
  const pressOnce = () => {
    clearAnswers()
    void press()
  }
  return button(text, pressOnce, kind)
}

/**
 * On a small screen the words of a verdict come first, and then all presses for which it asks; what is
 * above them scrolls away.
 */
function reveal(tone: Tone): void {
  element('phone').scrollTop = 0
  if (tone !== 'go') element('answers').scrollIntoView({ block: 'nearest' })
  element('verdict').scrollIntoView({ block: 'nearest' })
}

/** The presses that a verdict leaves to the driver. */
function offer(verdict: Verdict): void {
  const { ticket } = verdict
  const answers = element('answers')
  if (verdict.is === 'several') {
    answers.append(...listNamed(verdict.tickets))
    return
  }
  const most = verdict.boards.at(-1)
  if (!ticket || !most) return
  const isGuest = verdict.is === 'later-bus' || verdict.is === 'earlier-bus'
  const kind = verdict.is === 'all-aboard' ? 'secondary' : 'action'
  answers.append(answer(fill(labelOf(verdict.is, isGuest), most), () => board(ticket, most), kind))
  if (most > 1) answers.append(button(words.fewer, () => ask(verdict, (n) => board(ticket, n))))
}

function labelOf(is: Verdict['is'], isGuest: boolean): string {
  if (is === 'all-aboard') return words.anyway
  return isGuest ? words.takeAlong : words.board
}

/** After a whole party was counted: how many of it really stepped aboard. */
function offerLess(verdict: Verdict, ticket: PackedTicket, boarded: number): void {
  const answers = element('answers')
  if (boarded > 1) answers.append(answer(words.fewer, () => countAgain(verdict, ticket, boarded)))
  answers.append(answer(fill(words.takeBack, boarded), () => takeBack(ticket, boarded), 'quiet'))
}

/** Nobody of a party counts while the driver is asked how many came: who is forgotten then is missed. */
async function countAgain(verdict: Verdict, ticket: PackedTicket, boarded: number): Promise<void> {
  if (await isCounted(ticket, -boarded)) ask(verdict, (people) => board(ticket, people))
}

function ask(verdict: Verdict, choose: (people: number) => Promise<void>): void {
  say(askHowMany(verdict), 'ask')
  element('answers').append(...verdict.boards.map((n) => answer(String(n), () => choose(n))))
}

async function board(ticket: PackedTicket, people: number): Promise<void> {
  if (!(await isCounted(ticket, people))) return
  show(fill(words.boardedNow, people), 'go', ticket)
  signal('go')
  const back = () => takeBack(ticket, people)
  element('answers').append(answer(fill(words.takeBack, people), back, 'quiet'))
}

async function takeBack(ticket: PackedTicket, people: number): Promise<void> {
  if (!(await isCounted(ticket, -people))) return
  show(fill(words.takenBack, people), 'ask', ticket)
  signal('go')
}

/** Of several bookings the driver asks for the name. */
function listNamed(numbers: readonly string[]): HTMLButtonElement[] {
  const tickets = here()?.duty.pack.departures.flatMap((one) => one.tickets) ?? []
  return tickets
    .filter(({ number, state }) => numbers.includes(number) && state === 'valid')
    .map((ticket) =>
      answer(`${ticket.leader ?? words.noName} · ${ticket.number}`, () =>
        check({ by: 'code', digest: ticket.digest }),
      ),
    )
}
