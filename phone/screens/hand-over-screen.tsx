import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import drawer from '#phone/draw-worker.ts?worker&url'

/** The counts of this phone, as a code for the other phone at the same bus. */
export function HandOverScreen() {
  const { handOver: words } = translation().messages.office.boarding.phone
  return (
    <section data-screen="hand-over" className="stack" hidden aria-label={words.title}>
      <output id="hand-over-says" className="boarding-title" />
      <p id="hand-over-passes" hidden />
      <div id="hand-over-shown" className="hand-over">
        <p>{words.show}</p>
        <svg
          id="hand-over-code"
          className="hand-over-code"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn by the phone
          role="img"
          aria-label={words.code}
          shapeRendering="crispEdges"
          data-drawer={drawer}
        >
          <path id="hand-over-dots" />
        </svg>
        <output id="hand-over-part" className="hand-over-part" hidden />
      </div>
      <Button type="button" id="hand-over-next" hidden />
      <Button type="button" kind="action" id="hand-over-read">
        {words.read}
      </Button>
      <details>
        <summary className="button button-quiet">{words.asText}</summary>
        <p>{words.paste}</p>
        <p id="hand-over-text" className="hand-over-text" />
        <Button type="button" id="hand-over-send" hidden>
          {words.send}
        </Button>
      </details>
    </section>
  )
}
