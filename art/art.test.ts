import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { printOf, type Drawing } from './drawing.ts'
import { drawIcons } from './icons.ts'
import { drawPictures } from './pictures.ts'
import { drawPreviews } from './previews.ts'

const drawings = [...drawPictures(), ...drawPreviews(), ...drawIcons()]

test('every picture and icon was rendered from its current drawing', () => {
  const stale = drawings.filter((drawing) => !isRenderedFrom(drawing)).map(({ file }) => file)
  expect(stale, 'Run `npm run art` with their names').toEqual([])
})

test('every picture and icon has a drawing', () => {
  const files = ['images', 'public'].flatMap((folder) =>
    readdirSync(folder).map((name) => `${folder}/${name}`),
  )
  const drawn = files.filter((file) => /\.(webp|png|jpe?g|gif|ico|svg)$/.test(file))
  expect(drawn.toSorted()).toEqual(drawings.map(({ file }) => file).toSorted())
})

function isRenderedFrom(drawing: Drawing): boolean {
  const bytes = readFileSync(drawing.file)
  return bytes.equals(Buffer.from(drawing.svg)) || bytes.includes(printOf(drawing))
}
