import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'

import { printOf, type Drawing } from './drawing.ts'
import { drawIcons } from './icons.ts'
import { drawPictures } from './pictures.ts'
import { drawPreviews } from './previews.ts'

/*
 * Renders the pictures, the previews for social networks and the icons. They are committed, so this
 * runs again only when a drawing changes (a test notices); all of it takes some minutes. With
 * names, only those: npm run art -- nicosia preview
 */
const wanted = process.argv.slice(2)
const isWanted = ({ file }: Drawing) =>
  wanted.length === 0 || wanted.some((name) => file.includes(`/${name}`))

await mkdir('images', { recursive: true })
for (const drawing of [...drawPictures(), ...drawPreviews(), ...drawIcons()].filter(isWanted)) {
  const bytes = await render(drawing)
  await writeFile(drawing.file, bytes)
  console.log(`${drawing.file} ${Math.ceil(bytes.length / 1000)} kB`)
}

async function render(drawing: Drawing): Promise<Buffer> {
  const source = Buffer.from(drawing.svg)
  const image = sharp(source).withExif({ IFD0: { ImageDescription: printOf(drawing) } })
  const [, type] = drawing.file.split('.')
  if (type === 'svg') return source
  if (type === 'webp') return image.webp({ quality: 90, effort: 6 }).toBuffer()
  const png = await image.png({ compressionLevel: 9 }).toBuffer()
  return type === 'ico' ? Buffer.concat([icoHeader(png.length), png]) : png
}

/** The header of a file with one image of 32 × 32, as PNG. */
function icoHeader(length: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.set([32, 32], 6)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(length, 14)
  header.writeUInt32LE(22, 18)
  return header
}
