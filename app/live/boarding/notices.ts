import { element } from './page.ts'
import { signal } from './signal.ts'
import { keep, work, type Waiting } from './work.ts'

/*
 * Sentences about what the office did not accept, after the driver has gone on. They are on the disk, and above every
 * screen, until the driver has read them; they name no traveller.
 */

/**
 * Puts sentences before the driver, with the sound of a refusal.
 *
 * @param forms those that still wait, if the sentences tell what became of another one: a phone that dies in
 *   between would send it again
 */
export async function addNotices(sentences: readonly string[], forms?: Waiting[]): Promise<void> {
  const notices = [...new Set([...work.notices, ...sentences])]
  const isNews = notices.length > work.notices.length
  await keep({ ...(forms && { forms }), ...(isNews && { notices }) })
  if (!isNews) return
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
  element('notices-read').addEventListener(
    'click',
    () => void keep({ notices: [] }).then(drawNotices),
  )
}
