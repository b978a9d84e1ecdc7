import { hydrateRoot } from 'react-dom/client'

import { takeOutGaps } from '#app/ui/passing-gaps.ts'
import { dayOf } from '#modules/boarding/words/words.ts'
import type { QrPath } from '#modules/documents/qr.ts'
import { openStore } from '#phone/disk/store.ts'
import { PhoneApp } from '#phone/screens/phone.tsx'
import { askForCopy, beat, exchange, lookForCopy } from '#phone/state/exchange.ts'
import { here } from '#phone/state/here.ts'
import { openPhone, type Phone } from '#phone/state/phone.ts'
import type { Start } from '#phone/state/start.ts'
import { endDutyInTime, load } from '#phone/state/work.ts'

import { openCopy } from './copy.ts'
import { ask } from './disk/office.ts'
import { openSignal } from './signal.ts'

/*
 * The phone at the door of a bus. All it needs is on its disk (disk/store.ts), so it works from a cold
 * start without a network; the page itself comes from the worker's copy.
 */

/** A duty of the day before may go on for so long after midnight. */
const NIGHT_HOURS = 6
/** A delay that the office reports and a ticket that becomes void are known within five seconds. */
const TICK_SECONDS = 4

/** Without a store, or in a browser without any of this, the page stays as the server has sent it. */
async function open(): Promise<void> {
  const root = document.getElementById('boarding-app')!
  const start = JSON.parse(root.dataset.start ?? '') as Start
  const phone: Phone = openPhone(start, {
    disk: await openStore(),
    copy: openCopy(start.addresses, () => void lookForCopy(phone)),
    now: () => Date.now(),
    isHidden: () => document.hidden,
    ask,
    signal: openSignal(),
    draw: (text) => draw(text, start.addresses.drawer),
  })
  await Promise.all([load(phone), lookForCopy(phone)])
  await endDutyInTime(phone)
  takeSentForm(phone)
  takeOwnDuty(phone)
  phone.tell({ is: 'shown', screen: here(phone.now) ? 'scan' : 'ready' })
  phone.tell({ is: 'opened' })
  document.getElementById('plain')!.hidden = true
  takeOutGaps(root)
  hydrateRoot(root, <PhoneApp start={start} phone={phone} />)
  addEventListener('online', () => void exchange(phone))
  addEventListener('visibilitychange', () => void beat(phone))
  setInterval(() => void beat(phone), TICK_SECONDS * 1000)
  if (navigator.onLine) void exchange(phone)
  void askForCopy(phone)
}

/** A driver who pressed before this script was there has sent the plain form, and presses only once. */
function takeSentForm({ tell }: Phone): void {
  const { pathname, searchParams } = new URL(location.href)
  const [stopId, day] = [searchParams.get('stop'), searchParams.get('day')]
  if (!stopId || !day) return
  tell({ is: 'wanted', wanted: { stopId, day } })
  history.replaceState(null, '', pathname)
}

/**
 * The list of the driver's duty, which is known when the page comes from the office, without a question. A copy of the
 * page may be of another day.
 */
function takeOwnDuty({ start, now, tell }: Phone): void {
  const { isOwnDuty, stopId, day } = start.choice
  if (!isOwnDuty || now.duty || now.wanted) return
  const isNow = [0, NIGHT_HOURS].some((hours) => day === dayOf(Date.now() - hours * 3_600_000))
  if (isNow) tell({ is: 'wanted', wanted: { stopId, day } })
}

/** Drawn beside the page by a script that is loaded for it alone. */
function draw(text: string, script: string): Promise<QrPath | undefined> {
  const { promise, resolve } = Promise.withResolvers<QrPath | undefined>()
  const drawer = new Worker(script, { type: 'module' })
  drawer.addEventListener('message', ({ data }: MessageEvent<QrPath>) => resolve(data))
  drawer.addEventListener('error', () => resolve(undefined))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  drawer.postMessage(text)
  return promise.finally(() => drawer.terminate())
}

await open()
