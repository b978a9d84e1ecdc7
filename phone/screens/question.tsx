import { useLayoutEffect, useRef, useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { UNREAD_MILLIS } from '#phone/state/start.ts'

import { useView } from './view.tsx'

/**
 * The question before something that cannot be undone. One on the heels of another takes no answer at first: a
 * thumb that was on its way must not press what it has not read.
 */
export function Question() {
  const { start, state, act } = useView()
  const { no, text, isSecond } = state.question
  const dialog = useRef<HTMLDialogElement>(null)
  const [readNo, setReadNo] = useState(0)
  const isUnread = isSecond && readNo !== no
  useLayoutEffect(() => {
    if (no === 0 || !dialog.current) return undefined
    dialog.current.returnValue = ''
    dialog.current.showModal()
    const timer = setTimeout(() => setReadNo(no), UNREAD_MILLIS)
    return () => clearTimeout(timer)
  }, [no])
  return (
    <dialog
      id="sure"
      className="stack"
      ref={dialog}
      aria-labelledby="sure-question"
      onClose={(event) => {
        void act({ does: 'decide', isSure: event.currentTarget.returnValue === 'yes' })
      }}
    >
      <p id="sure-question" className="boarding-title">
        {text}
      </p>
      <form method="dialog" className="boarding-row">
        <Button value="no" disabled={isUnread}>
          {start.words.no}
        </Button>
        <Button kind="action" value="yes" disabled={isUnread}>
          {start.words.yes}
        </Button>
      </form>
    </dialog>
  )
}
