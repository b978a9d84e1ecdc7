import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { openBrowser, openPerson } from '#e2e/support/browser.ts'
import { printTickets } from '#modules/documents/pdf/documents.server.ts'
import {
  addSecurityHeaders,
  contentSecurityPolicy,
} from '#platform/requests/security-headers.server.ts'
import { hold } from '#test/fixtures/camera/conditions.ts'
import type { Frame } from '#test/fixtures/camera/photograph.ts'
import { printOut } from '#test/fixtures/camera/sheets.ts'
import { exampleTicket } from '#test/fixtures/example-views.ts'

/* The reader of codes in a browser that has no detector of its own, under the headers of our pages. */

type InPage = {
  reader: { read(image: ImageData | ImageBitmap): Promise<string | null>; close(): void }
  frameOf: (pixels: string) => ImageData
}

const ENTRY = `
import { createReader } from '${resolve('phone/camera/read-code.ts')}'
import decoder from '${resolve('phone/camera/decode-worker.ts')}?worker&url'
globalThis.reader = createReader(decoder)
globalThis.frameOf = (pixels) => {
  const data = Uint8ClampedArray.from(atob(pixels), (letter) => letter.charCodeAt(0))
  return new ImageData(data, 640, 480)
}
`
const MOST_BYTES = 15_000
/** The hash of no style sheet. */
const NO_STYLES = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

const browser = openBrowser()
const folder = mkdtempSync(join(tmpdir(), 'halcyon-reader-'))
let server: Server
let origin: string
beforeAll(async () => {
  vi.stubEnv('MODE', 'demonstration')
  writeFileSync(join(folder, 'entry.js'), ENTRY)
  const input = { entry: join(folder, 'entry.js') }
  await build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    build: { target: 'es2024', rollupOptions: { input } },
    worker: { format: 'es' },
  })
  server = createServer(({ url = '' }, response) => {
    const { type, body } = url === '/' ? page() : { type: 'text/javascript', body: readAsset(url) }
    const headers = new Headers({ 'Content-Type': type })
    if (url === '/') {
      headers.set('Content-Security-Policy', contentSecurityPolicy(NO_STYLES))
    }
    addSecurityHeaders(headers)
    response.writeHead(200, Object.fromEntries(headers)).end(body)
  })
  await new Promise<void>((opened) => server.listen(0, '127.0.0.1', opened))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await browser.close()
  server.close()
  rmSync(folder, { recursive: true })
})

function page() {
  const entry = files().find((name) => name.startsWith('entry'))
  return { type: 'text/html', body: `<script type="module" src="/assets/${entry}"></script>` }
}

function files(): string[] {
  return readdirSync(join(folder, 'dist/assets')).filter((name) => extname(name) === '.js')
}

function readAsset(url: string): Buffer {
  return files().some((name) => url === `/assets/${name}`)
    ? readFileSync(join(folder, 'dist', url))
    : Buffer.from('')
}

test('a printed ticket is read in a worker, from pixels and from a bitmap, and the image stays', async () => {
  const ticket = exampleTicket()
  const [sheet] = await printOut([await printTickets([ticket])])
  const take = hold(sheet!, 'daylight', 0)
  const { page: phone, context, complaints } = await openPerson(browser)
  await phone.goto(origin)
  const pixels = await phone.evaluate(readPixels, inText(take(0)))
  expect(pixels).toEqual({ text: ticket.signedCode, bytes: 4 * 640 * 480 })
  expect(await phone.evaluate(readBitmap, inText(take(0)))).toBe(ticket.signedCode)
  expect(complaints.filter((line) => !line.includes('favicon'))).toEqual([])
  await context.close()
})

test('a reader that is closed answers no more', async () => {
  const { page: phone, context } = await openPerson(browser)
  await phone.goto(origin)
  const answer = await phone.evaluate(async () => {
    const { reader } = globalThis as unknown as InPage
    const first = reader.read(new ImageData(640, 480))
    await first
    const open = reader.read(new ImageData(640, 480))
    reader.close()
    return [await open, await reader.read(new ImageData(640, 480))]
  })
  expect(answer).toEqual([null, null])
  await context.close()
})

test('the reader and its worker are small', () => {
  const bytes = files().map((name) => brotliCompressSync(readAsset(`/assets/${name}`)).length)
  expect(bytes).toHaveLength(2)
  expect(bytes.reduce((total, one) => total + one, 0)).toBeLessThan(MOST_BYTES)
})

function inText({ data }: Frame): string {
  return Buffer.from(data).toString('base64')
}

async function readPixels(pixels: string) {
  const { reader, frameOf } = globalThis as unknown as InPage
  const frame = frameOf(pixels)
  return { text: await reader.read(frame), bytes: frame.data.length }
}

/** The second frame is looked at enlarged, and the first one again after all looks. */
async function readBitmap(pixels: string) {
  const { reader, frameOf } = globalThis as unknown as InPage
  for (let frame = 0; frame < 10; frame++) {
    const text = await reader.read(await createImageBitmap(frameOf(pixels)))
    if (text !== null) return text
  }
  return null
}
