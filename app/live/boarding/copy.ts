import { addresses } from './page.ts'

/*
 * The copy of this page and its scripts, without which the phone neither starts nor reads or draws codes
 * where there is no network. The worker makes it (public/boarding-worker.js): on a first visit that
 * takes longer than the list.
 */

/** As in the worker. */
const COPIES = 'boarding'

let isThere = false

/** Whether this page opens without a network, with everything that it needs. */
export function isCopied(): boolean {
  return isThere
}

/** Sees whether there is a copy, which a browser without workers never has. */
export async function lookForCopy(): Promise<void> {
  if (isThere || !('caches' in globalThis)) return
  const copies = await caches.open(COPIES)
  isThere = (await copies.match(location.origin + addresses.page)) !== undefined
}

/** Calls back when the worker has tried to make a copy. */
export function wireCopy(tell: () => void): void {
  navigator.serviceWorker?.addEventListener('message', () => void lookForCopy().then(tell))
}

/** Has the worker make a copy if there is none, where there is a network. */
export async function askForCopy(): Promise<void> {
  await lookForCopy()
  const { serviceWorker } = navigator
  if (isThere || !serviceWorker) return
  try {
    await serviceWorker.register(addresses.worker, { scope: addresses.page })
  } catch {
    return // the network has gone again; asked again with the next list
  }
  const { active } = await serviceWorker.ready
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  active?.postMessage('copy')
}
