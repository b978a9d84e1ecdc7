import { signal } from '#phone/signal.ts'

import { element } from './page.ts'
import { keep, work, type Waiting } from './work.ts'

/*
 * Sentences about what the office did not accept, after the driver has gone on. They are on the disk, and above every
 * screen, until the driver has read them; they name no traveller.
 */

/**
 * Puts sentences before the driver, with the sound of a refusal.
 *
 * @param decided the reports that wait no more, if the sentences tell what became of them: a phone that dies in
 *   between would send them again
 */
export async function addNotices(
  sentences: readonly string[],
  decided: readonly Waiting[] = [],
): Promise<void> {
  let isNews = false
  await keep((now) => {
    const notices = [...new Set([...now.notices, ...sentences])]
    isNews = notices.length > now.notices.length
    const forms = now.forms.filter((one) => !decided.includes(one))
    return { ...(decided.length > 0 && { forms }), ...(isNews && { notices }) }
  })
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
  element('notices-read').addEventListener('click', () => void forgetRead())
}

/** One that comes meanwhile was not read, and stays. */
async function forgetRead(): Promise<void> {
  const read = work.notices
  await keep(({ notices }) => ({ notices: notices.filter((one) => !read.includes(one)) }))
  drawNotices()
}
