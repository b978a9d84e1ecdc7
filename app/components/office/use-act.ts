import { useRef, useState } from 'react'

type Act = {
  /** The key of the form, which is carried out once; a new one after each act. */
  once: string
  send: (event: React.SubmitEvent<HTMLFormElement>) => Promise<void>
}

/**
 * Sends the form of an act without leaving the page, where `onDone` is given. Whatever the office answers
 * besides that it is done (a refusal, a question for a code, no answer) is left to the browser, which
 * sends the same form as it does without script.
 */
export function useAct(onDone: ((value: string) => void) | undefined): Act {
  const [once, setOnce] = useState(newKey)
  const isForBrowser = useRef(false)

  async function send(event: React.SubmitEvent<HTMLFormElement>): Promise<void> {
    if (!onDone || isForBrowser.current) return
    event.preventDefault()
    const form = event.currentTarget
    const { submitter } = event.nativeEvent
    if (await isCarriedOut(form, submitter)) {
      setOnce(newKey())
      onDone(submitter instanceof HTMLButtonElement ? submitter.value : '')
    } else {
      isForBrowser.current = true
      form.requestSubmit(submitter)
    }
  }

  return { once, send }
}

/** A UUID, by hand, since a browser makes one over https alone. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The office leads on to another page once an act is done. */
async function isCarriedOut(form: HTMLFormElement, submitter: HTMLElement | null) {
  const body = new FormData(form, submitter)
  try {
    const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' })
    return answer.type === 'opaqueredirect'
  } catch {
    return false
  }
}
