/*
 * A scanner that types like a keyboard and ends with Enter. Its keys reach the field for codes wherever
 * the focus is, so that the field needs no focus of its own: on a phone that would open the keyboard of
 * the screen over the verdict.
 */

/** Listens until the returned function is called. */
export function listenToScanner(typed: HTMLInputElement): () => void {
  const listen = (event: KeyboardEvent) => takeKey(event, typed)
  document.addEventListener('keydown', listen)
  return () => document.removeEventListener('keydown', listen)
}

function takeKey(event: KeyboardEvent, typed: HTMLInputElement): void {
  const { key, target, ctrlKey, altKey, metaKey } = event
  if (ctrlKey || altKey || metaKey) return
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
