/*
 * Asks what became of a payment, more and more seldom, and shows the page anew when that is known.
 * It says so first, politely. Sent as it stands, so it is kept small and plain.
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

/** No answer is no news: it is asked again. */
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
