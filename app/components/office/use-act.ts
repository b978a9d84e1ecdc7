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
  const [once, setOnce] = useState(() => crypto.randomUUID() as string)
  const isForBrowser = useRef(false)

  async function send(event: React.SubmitEvent<HTMLFormElement>): Promise<void> {
    if (!onDone || isForBrowser.current) return
    event.preventDefault()
    const form = event.currentTarget
    const { submitter } = event.nativeEvent as SubmitEvent
    if (await isCarriedOut(form, submitter)) {
      setOnce(crypto.randomUUID())
      onDone((submitter as HTMLButtonElement | null)?.value ?? '')
    } else {
      isForBrowser.current = true
      form.requestSubmit(submitter)
    }
  }

  return { once, send }
}

/** The office leads on to another page once an act is done. */
async function isCarriedOut(form: HTMLFormElement, submitter: HTMLElement | null) {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value))
  try {
    const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' })
    return answer.type === 'opaqueredirect'
  } catch {
    return false
  }
}
