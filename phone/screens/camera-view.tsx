import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { Button } from '#app/ui/button.tsx'
import { noCodeYet } from '#phone/camera/last-code.ts'
import { openCamera, type Camera } from '#phone/camera/open-camera.ts'

import { useIsShown, useView } from './view.tsx'

/**
 * The camera as a scanner, with the script that reads codes where the browser cannot. It is on only while the
 * driver looks at the screen for scanning, since it takes most of the power that a phone needs all day.
 */
export function CameraView() {
  const { start, state, act } = useView()
  const { camera: words } = start.words
  const { isOn, says, hasTorch } = state.camera
  const view = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const { isLit, switchTorch } = useCamera(view, video)
  return (
    <>
      <div
        id="camera-view"
        ref={view}
        className="camera-view"
        data-decoder={start.addresses.decoder}
        hidden={!isOn}
      >
        <video id="video" ref={video} muted playsInline aria-label={words.picture} />
        <div className="camera-switches">
          <Button
            type="button"
            id="camera-off"
            onClick={() => act({ does: 'camera', isWanted: false })}
          >
            {words.off}
          </Button>
          <Button
            type="button"
            id="torch"
            aria-pressed={isLit}
            hidden={!hasTorch}
            onClick={switchTorch}
          >
            {words.torch}
          </Button>
        </div>
      </div>
      <output id="camera-says" className="state state-ask" hidden={says === ''}>
        {says}
      </output>
      <Button
        type="button"
        id="camera"
        hidden={isOn}
        onClick={() => act({ does: 'camera', isWanted: true })}
      >
        {words.on}
      </Button>
    </>
  )
}

type Found<Element> = React.RefObject<Element | null>

function useCamera(view: Found<HTMLElement>, video: Found<HTMLVideoElement>) {
  const { start, state, act } = useView()
  const { isWanted, no } = state.camera
  const isSeen = useSyncExternalStore(watchVisibility, isPageSeen, isPageSeen)
  const isDue = useIsShown('scan') && isWanted && isSeen
  const [isLit, setIsLit] = useState(false)
  const camera = useRef<Camera>(undefined)
  const last = useRef(noCodeYet())
  useEffect(() => {
    last.current = noCodeYet()
  }, [no])
  useEffect(() => {
    if (!isDue || !video.current) return undefined
    void act({ does: 'note-camera', says: '' })
    const open = openCamera(video.current, {
      decoder: view.current?.dataset.decoder ?? '',
      words: start.words.camera,
      last: () => last.current,
      read: (text) => act({ does: 'check', text }),
      opened: (has) => void act({ does: 'note-camera', isOn: true, ...has }),
      failed(says) {
        void act({ does: 'camera', isWanted: false })
        void act({ does: 'note-camera', says })
      },
    })
    camera.current = open
    return () => {
      open.close()
      setIsLit(false)
      void act({ does: 'note-camera', isOn: false, hasTorch: false })
    }
    // oxlint-disable-next-line react/exhaustive-deps -- what it does with a text does not change
  }, [isDue])
  const switchTorch = async () => {
    if (await camera.current?.switchTorch(!isLit)) setIsLit(!isLit)
  }
  return { isLit, switchTorch }
}

function watchVisibility(tell: () => void): () => void {
  addEventListener('visibilitychange', tell)
  return () => removeEventListener('visibilitychange', tell)
}

/** On the server, and for the first drawing, it is. */
function isPageSeen(): boolean {
  return typeof document === 'undefined' || !document.hidden
}
