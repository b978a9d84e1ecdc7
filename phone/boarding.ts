import { countBus } from '#modules/boarding/phone/duty.ts'
import { findEarly, sayEarly, type Early } from '#modules/boarding/phone/early.ts'
import { looksHandedOver } from '#modules/boarding/phone/hand-over-code.ts'
import { readText } from '#modules/boarding/verdict/read-text.ts'
import { clockOf, dayOf } from '#modules/boarding/words/words.ts'
import { wireCamera } from '#phone/camera/camera.ts'
import { addForm, endDutyInTime, outcomeOf } from '#phone/state/forms.ts'
import { takeHandOver, wireHandOver } from '#phone/state/hand-over.ts'
import { findPresent, wireLate } from '#phone/state/late.ts'
import { drawNotices, wireNotices } from '#phone/state/notices.ts'
import {
  isSure,
  element,
  field,
  fill,
  fillCount,
  showScreen,
  words,
  type ScreenName,
} from '#phone/state/page.ts'
import { draw, drawNames, listMissing, onChosen } from '#phone/state/screens.ts'
import { wireSale } from '#phone/state/sell-screen.ts'
import { send, type Sent, type Wanted } from '#phone/state/send.ts'
import { check, onChange } from '#phone/state/verdict-screen.ts'
import { hasNews } from '#phone/state/watch.ts'
import { forget, here, isWaiting, load, scans, work, type Waiting } from '#phone/state/work.ts'

import { askForCopy, lookForCopy, wireCopy } from './copy.ts'
import { wireScanner } from './scanner.ts'

/*
 * The phone at the door of a bus. All it needs is on its disk (store.ts), so it works from a cold
 * start without a network; the page itself comes from the worker's copy.
 */

const EVERY_SECONDS = 60
/** A duty of the day before may go on for so long after midnight. */
const NIGHT_HOURS = 6
/** A delay that the office reports and a ticket that becomes void are known within five seconds. */
const TICK_SECONDS = 4

let sent: Sent = 'done'
let sentAt = 0
let isTicking = false
/** The list that the driver asked for last, until the office has answered. */
let wanted: Wanted | undefined

async function exchange(): Promise<void> {
  const asked = wanted
  sent = await send(asked)
  sentAt = Date.now()
  if (!isInVain() && asked === wanted) wanted = undefined
  show()
  sayReported()
  if (sent === 'revoked') showScreen('ready')
}

/** Everything that is on the disk, and the list that is still to come: until then no bar is green. */
function show(): void {
  draw(sent)
  if (!wanted) return
  const bar = element('state')
  bar.textContent = sayWanted()
  bar.classList.replace('state-go', 'state-ask')
}

function sayWanted(): string {
  if (sent === 'no-network') return words.failed
  return sent === 'not-saved' ? words.listNotSaved : words.getting
}

/** Whether the last attempt has changed nothing, and the next one may. */
function isInVain(): boolean {
  return sent === 'no-network' || sent === 'not-saved'
}

/** At most one at a time: questions without an answer would pile up before what is to be sent. */
async function tickAlone(): Promise<void> {
  if (isTicking) return
  isTicking = true
  await tick().finally(() => (isTicking = false))
}

async function tick(): Promise<void> {
  if (await endDutyInTime()) showScreen('ready')
  if (!document.hidden) void askForCopy()
  const isDue = hasKeptBack() || Date.now() - sentAt > EVERY_SECONDS * 1000
  const isWatched = (work.duty !== undefined || isWaiting() || wanted) && !document.hidden
  if (isWatched && (isDue || (await hasNews()))) await exchange()
  else show()
}

/**
 * Whether something waits for a network: scans, reports, or a list that was asked for. A browser says that it has
 * one again only after flight mode, not at the end of a tunnel, so it is tried again with each tick: the
 * question for a delay costs as much.
 */
function hasKeptBack(): boolean {
  return isInVain() && (isWaiting() || wanted !== undefined)
}

function readChoice(name: string): string {
  return document.querySelector<HTMLSelectElement>(`#choose [name=${name}]`)?.value ?? ''
}

async function choose(event: SubmitEvent): Promise<void> {
  event.preventDefault()
  const [stopId, day] = [readChoice('stop'), readChoice('day')]
  if (!stopId) return
  wanted = { stopId, day }
  sent = 'done'
  show()
  await exchange()
}

async function checkText(text: string): Promise<void> {
  if (looksHandedOver(text)) return takeHandOver(text)
  const place = here()
  if (place) await check(await readText(text, place.duty.pack))
}

async function checkTyped(event: SubmitEvent): Promise<void> {
  event.preventDefault()
  const typed = field('typed')
  const text = typed.value
  typed.value = ''
  await checkText(text)
}

let reported: { form: Waiting; said: { done: string; waits: string } } | undefined

/** Sends a report, and says what has become of it: now, and when a later message has told. */
async function report(
  said: { done: string; waits: string },
  ...fields: Parameters<typeof addForm>
): Promise<void> {
  const form = await addForm(...fields)
  if (!form) return
  draw(sent)
  reported = { form, said }
  await exchange()
}

/** Says nothing more of a report that the office refused: a notice does. */
function sayReported(): void {
  if (!reported) return
  const { form, said } = reported
  const outcome = outcomeOf(form)
  element('done').textContent = { taken: said.done, waits: said.waits, refused: '' }[outcome]
  if (outcome !== 'waits') reported = undefined
}

async function reportLate(minutes: string): Promise<void> {
  const said =
    minutes === '0'
      ? { done: words.onTimeSent, waits: words.onTimeWaits }
      : { done: fill(words.lateSent, minutes), waits: fill(words.lateWaits, minutes) }
  await report(said, 'late', { minutes })
}

async function leave(): Promise<void> {
  const names = listMissing().join(', ')
  const how = howFull(names)
  const question = { all: words.everybody, some: words.leaveQuestion, nobody: words.leaveNobody }
  if (!(await isSure(fill(question[how], names)))) return
  const early = findTooEarly()
  const again = early && fill(words.earlyQuestion, sayEarly(early, words.early, clockOf))
  if (again && !(await isSure(again, { isSecond: true }))) return
  const said = { done: fill(words.closed[how], names), waits: fill(words.leaveWaits[how], names) }
  await report(said, 'left', { ...(early && { early: 'yes' }) })
}

/** Whether all came, some, or nobody was counted aboard the whole bus. */
function howFull(missing: string): keyof typeof words.closed {
  const place = here()
  if (!missing || !place) return 'all'
  return countBus(place.duty, place.bus, scans()).aboard === 0 ? 'nobody' : 'some'
}

/** By how much the bus at the door would leave too early now, by the clock of the server. */
function findTooEarly(): Early | undefined {
  const place = here()
  const call = place?.bus.calls[place.position]
  const at = Date.now() + (place?.duty.clockAhead ?? 0)
  return call && findEarly({ departsAt: call.departsAt, delay: findPresent() }, at)
}

async function end(): Promise<void> {
  await exchange()
  if (work.own.length > 0) {
    element('done').textContent = fillCount(words.endWaits, work.own.length)
    return
  }
  if (work.forms.length > 0) {
    element('done').textContent = words.endReports
    return
  }
  if (!(await isSure(words.endQuestion))) return
  await forget()
  draw(sent)
  showScreen('ready')
}

/** Shows what was just written to the disk, and sends it. */
function tell(): void {
  draw(sent)
  void exchange()
}

function wire(): void {
  element('choose').addEventListener('submit', (event) => void choose(event))
  element('choose-button').textContent = words.getReady
  element('check').addEventListener('submit', (event) => void checkTyped(event))
  element('search').addEventListener('input', drawNames)
  for (const tab of document.querySelectorAll<HTMLElement>('[data-tab]')) {
    tab.addEventListener('click', () => showScreen(tab.dataset.tab as ScreenName))
  }
  wireLate((minutes) => void reportLate(minutes))
  element('leave').addEventListener('click', () => void leave())
  element('update').addEventListener('click', () => void exchange())
  element('end').addEventListener('click', () => void end())
  wireCamera(checkText)
  wireScanner()
  wireHandOver()
  wireSale(tell)
  wireNotices()
  onChange(tell)
  onChosen(tell)
  wireCopy(show)
  addEventListener('online', () => void exchange())
  addEventListener('visibilitychange', () => void tickAlone())
}

/** A driver who pressed before this script was there has sent the plain form, and presses only once. */
function takeSentForm(): void {
  const { pathname, searchParams } = new URL(location.href)
  const [stopId, day] = [searchParams.get('stop'), searchParams.get('day')]
  if (!stopId || !day) return
  wanted = { stopId, day }
  history.replaceState(null, '', pathname)
}

/**
 * The list of the driver's duty, which is known when the page comes from the office, without a question. A copy of the
 * page may be of another day.
 */
function takeOwnDuty(): void {
  const { stop, day } = element('choose').dataset
  if (work.duty || wanted || !stop || !day) return
  const isNow = [0, NIGHT_HOURS].some((hours) => day === dayOf(Date.now() - hours * 3_600_000))
  if (isNow) wanted = { stopId: stop, day }
}

/** Without a store, or in a browser without any of this, the page stays as the server has sent it. */
async function start(): Promise<void> {
  await Promise.all([load(), lookForCopy()])
  await endDutyInTime()
  wire()
  takeSentForm()
  takeOwnDuty()
  element('plain').hidden = true
  element('phone').hidden = false
  show()
  drawNotices()
  showScreen(here() ? 'scan' : 'ready')
  setInterval(() => void tickAlone(), TICK_SECONDS * 1000)
  if (navigator.onLine) void exchange()
  void askForCopy()
}

await start()
