import { addresses } from '#phone/state/page.ts'

/*
 * The copy of this page and its scripts, without which the phone neither starts nor reads or draws codes
 * where there is no network. The worker makes it (public/boarding-worker.js): on a first visit that
 * takes longer than the list.
 */

/** As in the worker. */
const COPIES = 'boarding'

/** The worker is asked again after this many seconds without an answer. */
const PATIENCE_SECONDS = 30

let isThere = false
let askedAt = 0

/** Whether this page opens without a network, with everything that it needs. */
export function isCopied(): boolean {
  return isThere
}

/** Looks for the copy. A browser without service workers never has one. */
export async function lookForCopy(): Promise<void> {
  if (isThere || !('caches' in globalThis)) return
  try {
    const copies = await caches.open(COPIES)
    isThere = (await copies.match(location.origin + addresses.page)) !== undefined
  } catch {
    // Some browsers refuse every look at copies where the connection is not secure.
  }
}

/** Calls back when the worker has tried to make a copy. */
export function wireCopy(tell: () => void): void {
  navigator.serviceWorker?.addEventListener('message', () => {
    askedAt = 0
    void lookForCopy().then(tell)
  })
}

/** Has the worker make a copy if there is none yet, unless an attempt is under way. */
export async function askForCopy(): Promise<void> {
  const { serviceWorker } = navigator
  if (isThere || !serviceWorker || Date.now() - askedAt < PATIENCE_SECONDS * 1000) return
  askedAt = Date.now()
  try {
    await serviceWorker.register(addresses.worker, { scope: addresses.page })
  } catch {
    askedAt = 0 // there is no network
    return
  }
  const { active } = await serviceWorker.ready
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  active?.postMessage('copy')
}
