/*
 * Covers a page of the office once its session has ended for want of use, so that it can be left on
 * a counter. What was typed stays below, until somebody has logged in in another tab. Sent as it is.
 */
const veil = document.getElementById('office-veil')
const { minutes, source } = veil.dataset
const AGAIN = 60_000
let due = Date.now() + minutes * 60_000
let timer

/** The log-in page leads members on who have a session. The question does not count as use. */
async function hasSession() {
  try {
    const answer = await fetch(source, { method: 'HEAD', redirect: 'manual', cache: 'no-store' })
    return answer.type === 'opaqueredirect'
  } catch {
    return false
  }
}

/** At the end of the time, and when the page is seen again: other tabs may have kept the session. */
async function look() {
  clearTimeout(timer)
  const left = due - Date.now()
  if (left <= 0) {
    if (!(await hasSession())) return veil.open || veil.showModal()
    due = Date.now() + AGAIN
  }
  timer = setTimeout(look, Math.max(left, AGAIN))
}

veil.querySelector('button').addEventListener('click', async () => {
  const isBack = await hasSession()
  veil.querySelector('[role=alert]').hidden = isBack
  if (!isBack) return
  veil.close()
  due = Date.now() + minutes * 60_000
  void look()
})
veil.addEventListener('cancel', (event) => event.preventDefault())
veil.addEventListener('close', async () => {
  if (!(await hasSession())) veil.showModal()
})
addEventListener('visibilitychange', look)
addEventListener('pageshow', look)
void look()
