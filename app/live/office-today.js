/*
 * Keeps Today current while it is seen and not paused. The focus stays, what was opened stays open, a text
 * being marked is left alone, and only new problems are announced. Sent as it is.
 */
const PAUSE = 30_000
const PARTS = ['problems', 'departures']
const byId = (id) => document.getElementById(id)
const age = byId('today-age')
const button = byId('today-pause')
const { source, fresh, paused, stale } = age.dataset
let isPaused = false
let time = age.dataset.time
let timer

const say = (words) => {
  age.textContent = words.replace('*', time)
}
const dim = (isOld) => PARTS.forEach((id) => byId(id).classList.toggle('today-old', isOld))
const listProblems = (page) => [...page.querySelectorAll('#problems li')]

/** Where the focus is: the row, and its place among what can be focused there. */
function findFocus(part) {
  const { activeElement } = document
  const row = part.contains(activeElement) && activeElement.closest('[id]')
  return row && { id: row.id, place: focusable(row).indexOf(activeElement) }
}

const focusable = (row) => [...row.querySelectorAll('a, button, summary')]

/** The keys of forms differ each time, and what was opened is open here alone. */
const textOf = (part) => part.innerHTML.replaceAll(/name="once" value="[^"]*"| open=""/g, '')

function swap(page) {
  for (const id of PARTS) {
    const [old, next] = [byId(id), page.getElementById(id)]
    const marked = getSelection()
    const isMarking = !marked.isCollapsed && marked.containsNode(old, true)
    if (isMarking || textOf(old) === textOf(next)) continue
    const focus = findFocus(old)
    const opened = [...old.querySelectorAll('details[open]')].map((fold) => fold.closest('[id]').id)
    old.replaceChildren(...next.childNodes)
    for (const row of opened) byId(row)?.querySelector('details')?.setAttribute('open', '')
    const row = focus && byId(focus.id)
    if (row) (focusable(row)[focus.place] ?? row).focus({ preventScroll: true })
  }
}

function announce(before, page) {
  const known = new Set(before)
  const news = listProblems(page).filter(({ id }) => !known.has(id))
  const texts = news.map((line) => line.querySelector('.problem-text').textContent)
  if (texts.length > 0) byId('today-news').textContent = `${age.dataset.new} ${texts.join('. ')}`
}

async function look() {
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
    time = page.getElementById('today-age').dataset.time
    say(fresh)
    dim(false)
  } catch {
    say(stale)
    dim(true)
  }
  clearTimeout(timer)
  timer = setTimeout(look, PAUSE)
}

button.addEventListener('click', () => {
  isPaused = !isPaused
  const { other } = button.dataset
  button.dataset.other = button.textContent
  button.textContent = other
  if (isPaused) say(paused)
  else void look()
})
addEventListener('visibilitychange', look)
button.hidden = false
byId('today-again').hidden = true
timer = setTimeout(look, PAUSE)
