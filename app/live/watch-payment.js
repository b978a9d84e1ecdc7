/*
 * Polls the status of a payment at growing intervals, and reloads the page once it is known. It
 * announces this politely first. Sent unminified, so it is kept small and plain.
 */
const place = document.getElementById('watch')
const { stateOf, watching, done } = place.dataset
const MAX_PAUSE = 15_000
let pause = 2000

async function look() {
  if (!document.hidden && (await isKnown())) {
    place.textContent = done
    setTimeout(() => location.reload(), 1000)
    return
  }
  pause = Math.min(pause * 1.2, MAX_PAUSE)
  setTimeout(look, pause)
}

/** A failed request proves nothing; the next one asks again. */
async function isKnown() {
  try {
    const response = await fetch(stateOf)
    const { outcome } = await response.json()
    return response.ok && outcome !== 'processing'
  } catch {
    return false
  }
}

place.textContent = watching
setTimeout(look, pause)
