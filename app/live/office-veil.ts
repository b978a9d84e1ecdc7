import type { Dataset } from './contract.ts'

/*
 * Covers a page of the office once its session has ended for want of use, so that it can be left on
 * a counter. What was typed stays below, until somebody has logged in in another tab.
 */

export type Veil = {
  /** After so many minutes without use a session ends. */
  minutes: number
  /** The log-in page, which leads members on who have a session. */
  source: string
}

const veil = document.getElementById('office-veil') as HTMLDialogElement
const { minutes, source } = veil.dataset as Dataset<Veil>
const IDLE = Number(minutes) * 60_000
const AGAIN = 60_000
let due = Date.now() + IDLE
let timer: number | undefined

/** The question does not count as use. */
async function hasSession(): Promise<boolean> {
  try {
    const answer = await fetch(source, { method: 'HEAD', redirect: 'manual', cache: 'no-store' })
    return answer.type === 'opaqueredirect'
  } catch {
    return false
  }
}

/** At the end of the time, and when the page is seen again: other tabs may have kept the session. */
async function look(): Promise<void> {
  clearTimeout(timer)
  const left = due - Date.now()
  if (left <= 0) {
    if (!(await hasSession())) {
      if (!veil.open) veil.showModal()
      return
    }
    due = Date.now() + AGAIN
  }
  timer = window.setTimeout(look, Math.max(left, AGAIN))
}

veil.querySelector('button')?.addEventListener('click', async () => {
  const isBack = await hasSession()
  ;(veil.querySelector('[role=alert]') as HTMLElement).hidden = isBack
  if (!isBack) return
  veil.close()
  due = Date.now() + IDLE
  void look()
})
veil.addEventListener('cancel', (event) => event.preventDefault())
veil.addEventListener('close', async () => {
  if (!(await hasSession())) veil.showModal()
})
addEventListener('visibilitychange', look)
addEventListener('pageshow', look)
void look()
