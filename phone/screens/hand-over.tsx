import { Button } from '#app/ui/button.tsx'
import { fillBoth } from '#phone/state/start.ts'

import { QrPicture } from './qr-picture.tsx'
import { Screen, useView } from './view.tsx'

/** The counts of this phone, as a code for the other phone at the same bus. */
export function HandOverScreen() {
  const { start, state, act } = useView()
  const { handOver: words } = start.words
  const { says, passes, text, codes, place, picture } = state.handOver
  const isOne = codes.length < 2
  const next = ((place + 1) % Math.max(1, codes.length)) + 1
  const mayShare = state.at === 'open' && 'share' in navigator
  return (
    <Screen name="hand-over" label={words.title}>
      <output id="hand-over-says" className="boarding-title">
        {says}
      </output>
      <p id="hand-over-passes" hidden={passes === ''}>
        {passes}
      </p>
      <div id="hand-over-shown" className="hand-over" hidden={!picture}>
        <p>{words.show}</p>
        <QrPicture
          id="hand-over-code"
          className="hand-over-code"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn by the phone
          role="img"
          aria-label={words.code}
          data-drawer={start.addresses.drawer}
          picture={picture}
          pathId="hand-over-dots"
        />
        <output id="hand-over-part" className="hand-over-part" hidden={isOne}>
          {fillBoth(words.part, place + 1, codes.length)}
        </output>
      </div>
      <Button
        type="button"
        id="hand-over-next"
        hidden={isOne}
        onClick={() => act({ does: 'next-code' })}
      >
        {fillBoth(words.next, next, codes.length)}
      </Button>
      <Button
        type="button"
        kind="action"
        id="hand-over-read"
        onClick={() => act({ does: 'read-code' })}
      >
        {words.read}
      </Button>
      <details>
        <summary className="button button-quiet">{words.asText}</summary>
        <p>{words.paste}</p>
        <p id="hand-over-text" className="hand-over-text">
          {text}
        </p>
        <Button
          type="button"
          id="hand-over-send"
          hidden={!mayShare}
          onClick={() => {
            navigator.share({ text }).catch(() => undefined) // the driver thought better of it
          }}
        >
          {words.send}
        </Button>
      </details>
    </Screen>
  )
}
