import { field, onScreen } from '#phone/state/page.ts'

/*
 * A scanner that types like a keyboard and ends with Enter. Its keys reach the field for codes wherever
 * the focus is, so that the field needs no focus of its own: on a phone that would open the keyboard of
 * the screen over the verdict.
 */

let isShown = false

export function wireScanner(): void {
  onScreen((name) => (isShown = name === 'scan'))
  document.addEventListener('keydown', takeKey)
}

function takeKey(event: KeyboardEvent): void {
  const { key, target, ctrlKey, altKey, metaKey } = event
  const typed = field('typed')
  if (!isShown || ctrlKey || altKey || metaKey) return
  const latin = latinOf(event)
  // No code begins with a space, which presses a button.
  const isText = latin !== undefined || (key.length === 1 && key !== ' ')
  if (!isText) return
  if (target !== typed) {
    // A new code replaces what was half typed.
    typed.focus()
    typed.select()
  }
  if (latin === undefined) return
  event.preventDefault()
  const { selectionStart, selectionEnd, value } = typed
  typed.setRangeText(latin, selectionStart ?? value.length, selectionEnd ?? value.length, 'end')
}

/**
 * The character that a scanner meant if the phone takes its keys for those of a Greek keyboard. The
 * letters alone do not tell, since S and W may be the same capital there; the place of the key does.
 */
function latinOf({ key, code, shiftKey }: KeyboardEvent): string | undefined {
  const isDead = key === 'Dead' || key === '\u00A8' || key === '\u0385'
  if (code === 'Semicolon' && shiftKey && isDead) return ':'
  const letter = /^Key(?<letter>[A-Z])$/.exec(code)?.groups?.letter
  const isGreek = isDead || /\p{Script=Greek}/u.test(key)
  return isGreek || (letter === 'Q' && /^[;:]$/.test(key)) ? letter : undefined
}
