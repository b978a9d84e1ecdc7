/*
 * The copy of this page and its scripts, without which the phone neither starts nor reads or draws codes
 * where there is no network. The worker makes it (public/boarding-worker.js): on a first visit that
 * takes longer than the list.
 */

/** As in the worker. */
const COPIES = 'boarding'

/** The worker is asked again after this many seconds without an answer. */
const PATIENCE_SECONDS = 30

export type Copy = {
  /** Whether this page opens without a network, with everything that it needs. */
  isThere(): Promise<boolean>
  /** Has the worker make a copy, unless an attempt is under way. */
  ask(): Promise<void>
}

/** @param tried called when the worker has tried to make a copy */
export function openCopy(addresses: { page: string; worker: string }, tried: () => void): Copy {
  let askedAt = 0
  navigator.serviceWorker?.addEventListener('message', () => {
    askedAt = 0
    tried()
  })
  return {
    // A browser without service workers never has one.
    async isThere() {
      if (!('caches' in globalThis)) return false
      try {
        const copies = await caches.open(COPIES)
        return (await copies.match(location.origin + addresses.page)) !== undefined
      } catch {
        return false // some browsers refuse every look at copies where the connection is not secure
      }
    },

    async ask() {
      const { serviceWorker } = navigator
      if (!serviceWorker || Date.now() - askedAt < PATIENCE_SECONDS * 1000) return
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
    },
  }
}
