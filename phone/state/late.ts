import { latePresses } from '#modules/boarding/phone/late-presses.ts'

import { element, fill, UNREAD_MILLIS, words } from './page.ts'
import { here, work } from './work.ts'

/*
 * The presses that report a delay. Each says how late the bus is then, never how much is added, so what is read
 * is what passengers are told.
 */

let changedAt = -Infinity

/** The minutes by which the bus at the door is late, with what was pressed and has not been sent. */
export function findPresent(): number {
  const place = here()
  if (!place) return 0
  const { bus, position } = place
  const pressed = work.forms.findLast(({ fields }) => {
    const { intent, departure } = fields
    return (
      intent === 'late' && departure === bus.departureId && fields.position === String(position)
    )
  })
  return pressed ? Number(pressed.fields.minutes) : (bus.calls[position]?.delay ?? 0)
}

export function drawLate(): void {
  const present = findPresent()
  const { more, less } = latePresses(present)
  const now = element('late-now')
  const sentence = present < 0 ? words.earlyNow : words.lateNow
  now.hidden = present === 0
  now.textContent = present === 0 ? '' : fill(sentence, Math.abs(present))
  element('less-late').hidden = less.length === 0
  listButtons().forEach((button, index) => write(button, [...more, ...less][index]))
}

/** Those for a longer delay, then those for a shorter one. */
function listButtons(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-late]')]
}

function write(button: HTMLElement, minutes: number | undefined): void {
  const late = minutes === undefined ? '' : String(minutes)
  button.hidden = minutes === undefined
  if (button.dataset.late === late) return
  button.dataset.late = late
  // A thumb cannot press what is hidden.
  if (minutes === undefined) return
  button.textContent = minutes === 0 ? words.onTime : fill(words.lateShort, late)
  button.ariaLabel = minutes === 0 ? words.onTime : fill(words.lateBy, late)
  changedAt = performance.now()
}

export function wireLate(report: (minutes: string) => void): void {
  for (const button of listButtons()) {
    button.addEventListener('click', () => {
      if (performance.now() - changedAt > UNREAD_MILLIS) report(button.dataset.late ?? '')
    })
  }
}
