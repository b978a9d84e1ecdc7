import { useEffect, useLayoutEffect, useRef } from 'react'

import { Button } from '#app/ui/button.tsx'
import { listenToScanner } from '#phone/scanner.ts'

import { CameraView } from './camera-view.tsx'
import { Screen, useIsShown, useView } from './view.tsx'

/**
 * The screen at the door. With the camera on, the verdict is right below the picture; what is typed only now and
 * then comes after its answers.
 */
export function ScanScreen() {
  const { start, state } = useView()
  const form = <CheckForm key="check" />
  const verdict = <Verdict key="verdict" />
  return (
    <Screen name="scan" label={start.words.scan}>
      <CameraView />
      {state.camera.isOn ? [verdict, form] : [form, verdict]}
    </Screen>
  )
}

/** Keys of a scanner reach the field wherever the focus is (scanner.ts). */
function CheckForm() {
  const { start, state, act } = useView()
  const { words } = start
  const typed = useRef<HTMLInputElement>(null)
  const isShown = useIsShown('scan')
  useEffect(() => {
    return isShown && typed.current ? listenToScanner(typed.current) : undefined
  }, [isShown])
  const { isWanted } = state.camera
  useEffect(() => {
    // The keyboard of the phone would cover the picture.
    if (isWanted) typed.current?.blur()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- once for each screen that is opened
  }, [isWanted, state.screen.no])
  const check = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!typed.current) return
    const text = typed.current.value
    typed.current.value = ''
    void act({ does: 'check', text })
  }
  return (
    <form id="check" className="boarding-row" noValidate onSubmit={check}>
      <label className="visually-hidden" htmlFor="typed">
        {words.typed}
      </label>
      <input
        id="typed"
        ref={typed}
        className="input"
        placeholder={words.typedShort}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={1000}
      />
      <Button kind="action">{words.check}</Button>
    </form>
  )
}

/** What a ticket is, and the presses that it leaves to the driver. */
function Verdict() {
  const { state, act } = useView()
  const { no, tone, words, party, answers } = state.verdict
  const own = useRef<HTMLOutputElement>(null)
  const presses = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  // A pressed answer is gone; whoever uses keys goes on from the verdict to the next answers.
  useLayoutEffect(() => {
    if (hasFocus.current && !presses.current?.contains(document.activeElement)) own.current?.focus()
    hasFocus.current = false
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- once for all answers
  }, [answers])
  // On a small screen the words of a verdict come first, and then all presses for which it asks.
  useEffect(() => {
    if (!tone) return
    requestAnimationFrame(() => {
      own.current?.closest('.phone')?.scrollTo(0, 0)
      if (tone !== 'go') presses.current?.scrollIntoView({ block: 'nearest' })
      own.current?.scrollIntoView({ block: 'nearest' })
    })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- once for each verdict
  }, [no, tone])
  return (
    <>
      <output
        id="verdict"
        ref={own}
        className={tone ? `verdict verdict-${tone}` : 'verdict'}
        aria-live="assertive"
        tabIndex={-1}
      >
        <span key={no} id="verdict-words" className="verdict-words">
          {words}
        </span>
        <span id="verdict-party">{party}</span>
      </output>
      <div
        id="answers"
        ref={presses}
        className="boarding-answers"
        onFocus={() => (hasFocus.current = true)}
        onBlur={() => (hasFocus.current = false)}
      >
        {answers.map((answer) => (
          <Button
            key={`${no} ${answer.label}`}
            type="button"
            kind={answer.kind}
            onClick={() => act({ does: 'answer', answer })}
          >
            {answer.label}
          </Button>
        ))}
      </div>
    </>
  )
}
