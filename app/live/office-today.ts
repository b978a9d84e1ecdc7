import type { Dataset } from './contract.ts'

/*
 * Keeps Today current while it is seen and not paused. The focus stays, what was opened stays open, a text
 * being marked is left alone, and only new problems are announced.
 */

/** The age of the figures, with a star for its time in each sentence. */
export type Age = {
  time: string
  /** The page of the part that changes. */
  source: string
  fresh: string
  paused: string
  stale: string
  /** The words before a new problem. */
  new: string
}
/** The button that pauses: its other words. */
export type Pause = { other: string }

const PAUSE = 30_000
const PARTS = ['problems', 'departures']
const byId = (id: string) => document.getElementById(id)!
const age = byId('today-age')
const button = byId('today-pause')
const { source, fresh, paused, stale, new: newProblem } = age.dataset as Dataset<Age>
let isPaused = false
let { time } = age.dataset as Dataset<Age>
let timer: number | undefined

const say = (words: string) => {
  age.textContent = words.replace('*', time)
}
const dim = (isOld: boolean) => PARTS.forEach((id) => byId(id).classList.toggle('today-old', isOld))
const listProblems = (page: Document) => [...page.querySelectorAll('#problems li')]

/** Where the focus is: the row, and its place among what can be focused there. */
function findFocus(part: Element) {
  const { activeElement } = document
  const row = part.contains(activeElement) && activeElement!.closest('[id]')
  return row && { id: row.id, place: focusable(row).indexOf(activeElement as HTMLElement) }
}

const focusable = (row: Element) => [...row.querySelectorAll<HTMLElement>('a, button, summary')]

/** The keys of forms differ each time, and what was opened is open here alone. */
const textOf = (part: Element) =>
  part.innerHTML.replaceAll(/name="once" value="[^"]*"| open=""/g, '')

function swap(page: Document): void {
  for (const id of PARTS) {
    const [old, next] = [byId(id), page.getElementById(id)!]
    const marked = getSelection()!
    const isMarking = !marked.isCollapsed && marked.containsNode(old, true)
    if (isMarking || textOf(old) === textOf(next)) continue
    const focus = findFocus(old)
    const opened = [...old.querySelectorAll('details[open]')].map(
      (fold) => fold.closest('[id]')!.id,
    )
    old.replaceChildren(...next.childNodes)
    for (const row of opened) {
      document.getElementById(row)?.querySelector('details')?.setAttribute('open', '')
    }
    const row = focus && document.getElementById(focus.id)
    if (row) (focusable(row)[focus.place] ?? row).focus({ preventScroll: true })
  }
}

function announce(before: readonly string[], page: Document): void {
  const known = new Set(before)
  const news = listProblems(page).filter(({ id }) => !known.has(id))
  const texts = news.map((line) => line.querySelector('.problem-text')!.textContent)
  if (texts.length > 0) byId('today-news').textContent = `${newProblem} ${texts.join('. ')}`
}

async function look(): Promise<void> {
  clearTimeout(timer)
  if (isPaused || document.hidden) return
  try {
    const response = await fetch(source, { cache: 'no-store' })
    if (!response.ok || response.redirected) throw new Error(`${response.status}`)
    const html = (await response.text()).replace(/<style.*?<\/style>/s, '')
    const page = new DOMParser().parseFromString(html, 'text/html')
    const before = listProblems(document).map(({ id }) => id)
    announce(before, page)
    swap(page)
    ;({ time } = page.getElementById('today-age')!.dataset as Dataset<Age>)
    say(fresh)
    dim(false)
  } catch {
    say(stale)
    dim(true)
  }
  clearTimeout(timer)
  timer = window.setTimeout(look, PAUSE)
}

button.addEventListener('click', () => {
  isPaused = !isPaused
  const { other } = button.dataset as Dataset<Pause>
  button.dataset.other = button.textContent
  button.textContent = other
  if (isPaused) say(paused)
  else void look()
})
addEventListener('visibilitychange', look)
button.hidden = false
byId('today-again').hidden = true
timer = window.setTimeout(look, PAUSE)
