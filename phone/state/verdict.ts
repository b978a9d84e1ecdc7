import type { PackedTicket } from '#modules/boarding/package/package.ts'
import { askHowMany, toneOf, type Verdict } from '#modules/boarding/package/verdict.ts'
import { looksHandedOver } from '#modules/boarding/phone/hand-over-code.ts'
import type { Read } from '#modules/boarding/verdict/find-ticket.ts'
import { readText } from '#modules/boarding/verdict/read-text.ts'
import { clockOf, nameDay, sayVerdict } from '#modules/boarding/words/words.ts'

import { exchange } from './exchange.ts'
import { takeHandOver } from './hand-over.ts'
import { here } from './here.ts'
import type { Phone } from './phone.ts'
import { announce, show } from './say.ts'
import { fill, type Words } from './start.ts'
import type { Answer } from './state.ts'
import { count, judge } from './work.ts'

/** Takes in what was typed, scanned or read by the camera. */
export async function checkText(phone: Phone, text: string): Promise<void> {
  const place = here(phone.now)
  if (!place) return
  if (looksHandedOver(text)) await takeHandOver(phone, text)
  else await check(phone, await readText(text, place.duty.pack))
}

/** Judges what was read, counts a good ticket at once, and says what it is. */
export async function check(phone: Phone, read: Read): Promise<void> {
  const { words } = phone.start
  let verdict: Verdict | undefined
  try {
    verdict = await judge(phone, read)
  } catch {
    sayNotSaved(phone)
    return
  }
  if (!verdict) return
  const { ticket, boards } = verdict
  if (toneOf(verdict) !== 'go' || !ticket) {
    say(phone, verdict, answersTo(phone, verdict))
    return
  }
  const people = boards.length
  const less = { label: words.fewer, kind: 'secondary', does: 'count-again' } as const
  say(phone, verdict, [
    ...(people > 1 ? [{ ...less, verdict, ticket, people }] : []),
    takeBack(words, ticket, people),
  ])
  void exchange(phone)
}

type PressedOnce = Exclude<Answer, { does: 'show' }>

/** A press on an answer. It counts once: the answers go at once, since the disk may take longer than a second tap. */
export async function press(phone: Phone, answer: PressedOnce): Promise<void> {
  if (!phone.now.verdict.answers.includes(answer)) return
  phone.tell({ is: 'pressed', answer })
  if (answer.does === 'ask') return ask(phone, answer.verdict)
  if (answer.does === 'look') return check(phone, { by: 'code', digest: answer.digest })
  const { ticket, people } = answer
  const { words } = phone.start
  const isBack = answer.does !== 'board'
  if (!(await isCounted(phone, ticket, isBack ? -people : people))) return
  // Nobody of a party counts while the driver is asked how many came: who is forgotten then is missed.
  if (answer.does === 'count-again') return ask(phone, answer.verdict)
  if (isBack) show(phone, fill(words.takenBack, people), { tone: 'ask', ticket })
  else {
    const answers = [takeBack(words, ticket, people)]
    show(phone, fill(words.boardedNow, people), { tone: 'go', ticket, answers })
  }
  phone.world.signal('go')
}

/** Green only for what is on the disk. */
async function isCounted(phone: Phone, ticket: PackedTicket, boarded: number): Promise<boolean> {
  try {
    await count(phone, ticket, boarded)
  } catch {
    sayNotSaved(phone)
    return false
  }
  void exchange(phone)
  return true
}

function sayNotSaved(phone: Phone): void {
  announce(phone, phone.start.words.notSaved, 'stop')
}

function ask(phone: Phone, verdict: Verdict): void {
  const { ticket, boards } = verdict
  const numbers = boards.map((people) => ({ label: String(people), kind: 'secondary' }) as const)
  const answers = numbers.map(
    (one, at) => ticket && { ...one, does: 'board' as const, ticket, people: boards[at] ?? 0 },
  )
  say(
    phone,
    askHowMany(verdict),
    answers.filter((one) => one !== null),
  )
}

function say(phone: Phone, verdict: Verdict, answers: readonly Answer[]): void {
  const { locale } = phone.start
  const { pack } = here(phone.now)?.duty ?? {}
  const sentence = sayVerdict(verdict, locale, {
    stop: (stopId) => pack?.stops[stopId]?.[locale] ?? stopId,
    day: (date) => pack?.days[date]?.[locale] ?? nameDay(date, locale),
    clock: clockOf,
  })
  const tone = toneOf(verdict)
  show(phone, sentence, { tone, ticket: verdict.ticket, answers })
  phone.world.signal(tone)
}

/** The presses that a verdict leaves to the driver. */
function answersTo(phone: Phone, verdict: Verdict): Answer[] {
  const { words } = phone.start
  const { ticket } = verdict
  if (verdict.is === 'several') return listNamed(phone, verdict.tickets)
  const most = verdict.boards.at(-1)
  if (!ticket || !most) return []
  const isAll = verdict.is === 'all-aboard'
  const isGuest = verdict.is === 'later-bus' || verdict.is === 'earlier-bus'
  const sentence = isGuest ? words.takeAlong : words.board
  const label = fill(isAll ? words.anyway : sentence, most)
  const all = { label, kind: isAll ? 'secondary' : 'action', does: 'board' } as const
  const fewer = { label: words.fewer, kind: 'secondary', does: 'ask' } as const
  return [{ ...all, ticket, people: most }, ...(most > 1 ? [{ ...fewer, verdict }] : [])]
}

function takeBack(words: Words, ticket: PackedTicket, people: number): Answer {
  const label = fill(words.takeBack, people)
  return { label, kind: 'quiet', does: 'take-back', ticket, people }
}

/** Of several bookings the driver asks for the name. */
function listNamed(phone: Phone, numbers: readonly string[]): Answer[] {
  const tickets = here(phone.now)?.duty.pack.departures.flatMap((one) => one.tickets) ?? []
  return tickets
    .filter(({ number, state }) => numbers.includes(number) && state === 'valid')
    .map(({ leader, number, digest }) => {
      const label = `${leader ?? phone.start.words.noName} · ${number}`
      return { label, kind: 'secondary', does: 'look', digest }
    })
}
