import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import sharp from 'sharp'

import { hold } from '#test/fixtures/camera/conditions.ts'
import { filmOf } from '#test/fixtures/camera/film.ts'
import type { Sheet } from '#test/fixtures/camera/photograph.ts'
import { sheetOf } from '#test/fixtures/camera/sheets.ts'

import { openOwnBrowser, type TestBrowser } from './browser.ts'

/*
 * A browser whose camera shows a film of ours. Everything after the sensor is the browser's own: the
 * question for the camera, its stream, and the video of the page.
 */

/**
 * No multiple of the seven ways in which frames are looked at (phone/camera/looks.ts): a reader as
 * fast as the film would look at the same few frames in the same few ways without end.
 */
const FRAMES = 15

export type FilmedCamera = {
  browser: TestBrowser
  /** Held in front of the camera from the next time on that it is opened. */
  holdUp(sheet: Sheet): void
  close(): Promise<void>
}

export function openFilmedCamera(): FilmedCamera {
  // The browser takes no address of a film with letters beyond ASCII, so it is found from here.
  mkdirSync('data', { recursive: true })
  const folder = mkdtempSync(join('data', 'film-'))
  const film = join(folder, 'film.y4m')
  const browser = openOwnBrowser([
    '--use-fake-ui-for-media-stream', // the packaged browser has no window in which to ask
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ])
  return {
    browser,
    holdUp(sheet) {
      const take = hold(sheet, 'daylight', 1)
      writeFileSync(film, filmOf(Array.from({ length: FRAMES }, (_, frame) => take(frame))))
    },
    async close() {
      await browser.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** What a screen shows there, with a code in it. */
export async function sheetFrom(shown: Locator, millimetresPerPixel: number): Promise<Sheet> {
  const picture = sharp(await shown.screenshot()).ensureAlpha()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return sheetOf({ data, width: info.width, height: info.height }, 1 / millimetresPerPixel)
}
