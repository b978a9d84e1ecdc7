import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import decoder from '#phone/camera/decode-worker.ts?worker&url'

/** The camera as a scanner, with the script that reads codes where the browser cannot. */
export function CameraView() {
  const { camera: words } = translation().messages.office.boarding.phone
  return (
    <>
      <div id="camera-view" className="camera-view" data-decoder={decoder} hidden>
        <video id="video" muted playsInline aria-label={words.picture} />
        <div className="camera-switches">
          <Button type="button" id="camera-off">
            {words.off}
          </Button>
          <Button type="button" id="torch" aria-pressed={false} hidden>
            {words.torch}
          </Button>
        </div>
      </div>
      <output id="camera-says" className="state state-ask" hidden />
      <Button type="button" id="camera">
        {words.on}
      </Button>
    </>
  )
}
