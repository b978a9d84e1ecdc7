import type { Dataset } from './contract.ts'

/*
 * Polls the status of a payment at growing intervals, and reloads the page once it is known. It
 * announces this politely first.
 */

export type PaymentWatch = {
  /** The endpoint that says the status in one word. */
  stateOf: string
  /** The sentences while it is not known, and once it is. */
  watching: string
  done: string
}

const place = document.getElementById('watch') as HTMLElement
const { stateOf, watching, done } = place.dataset as Dataset<PaymentWatch>
const MAX_PAUSE = 15_000
let pause = 2000
let leftAt = -MAX_PAUSE

async function look(): Promise<void> {
  if (!document.hidden && (await isKnown())) {
    place.textContent = done
    setTimeout(readAgain, 1000)
    return
  }
  pause = Math.min(pause * 1.2, MAX_PAUSE)
  setTimeout(look, pause)
}

/**
 * A reload would stop a navigation that has begun. Who is still here after the pause has stayed:
 * the address was that of a file.
 */
function readAgain(): void {
  if (performance.now() < leftAt + MAX_PAUSE) setTimeout(readAgain, MAX_PAUSE)
  else location.reload()
}

/** A failed request proves nothing; the next one asks again. */
async function isKnown(): Promise<boolean> {
  try {
    const response = await fetch(stateOf)
    const { outcome } = (await response.json()) as { outcome: string }
    return response.ok && outcome !== 'processing'
  } catch {
    return false
  }
}

addEventListener('beforeunload', () => {
  leftAt = performance.now()
})
place.textContent = watching
setTimeout(look, pause)
