import { element } from './page.ts'
import { signal } from './signal.ts'
import { keepNotices, work } from './work.ts'

/*
 * Sentences about what the office did not accept, after the driver has gone on. They are on the disk, and above every
 * screen, until the driver has read them; they name no traveller.
 */

/** Puts sentences before the driver, with the sound of a refusal. */
export async function addNotices(sentences: readonly string[]): Promise<void> {
  const news = sentences.filter((sentence) => !work.notices.includes(sentence))
  if (news.length === 0) return
  await keepNotices([...work.notices, ...news])
  drawNotices()
  signal('stop')
}

export function drawNotices(): void {
  element('notices').hidden = work.notices.length === 0
  const lines = work.notices.map((sentence) => {
    const line = document.createElement('li')
    line.textContent = sentence
    return line
  })
  element('notices-list').replaceChildren(...lines)
}

export function wireNotices(): void {
  element('notices-read').addEventListener('click', () => void keepNotices([]).then(drawNotices))
}
