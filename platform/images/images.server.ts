import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { mayTry } from '#platform/limits/rate-limit.server.ts'
import { LineFullError, openLine } from '#platform/limits/turns.server.ts'
import { log } from '#platform/log.server.ts'
import { env } from '#platform/settings/env.server.ts'

import { isImageName, readImageOptions, type ImageOptions } from './image-options.ts'

/** The only folder that images are read from. */
export const IMAGES = join(import.meta.dirname, '../../images')

const inTurn = openLine({ atOnce: 2, mostWaiting: 96, mostWaitingOfOne: 24 })
/** Limit on images made for one address: several times what a whole visit shows. */
const MAKINGS = { name: 'picture', tries: 900, seconds: 600 }
const MAX_PIXELS = 40_000_000
/**
 * AVIF that looks at least as good as WebP of the quality asked for, in about half the bytes.
 * A higher effort saves another tenth, but takes ten times as long.
 */
const AVIF = { 60: { quality: 46, effort: 2 }, 80: { quality: 62, effort: 2 } } as const
/** Limit on images on disk; the oldest are removed first. */
const MAX_KEPT = 1500

export type ImageOutcome =
  | { ok: true; bytes: Uint8Array<ArrayBuffer>; type: string }
  | { ok: false; reason: 'unknown' | 'unreadable' | 'busy' }
export type ImageSize = { width: number; height: number; ratio: number }

/**
 * An image in the measures asked for: from disk, or made now. Only options that `readImageOptions`
 * knows are made, so a client cannot keep us busy with a new size in each request.
 */
export async function optimiseImage(
  name: string,
  optionsText: string,
  folder = IMAGES,
): Promise<ImageOutcome> {
  const options = readImageOptions(optionsText)
  if (!options || !isImageName(name)) return { ok: false, reason: 'unknown' }

  const source = await stat(join(folder, name)).catch(() => undefined)
  if (!source?.isFile()) return { ok: false, reason: 'unknown' }

  const type = `image/${options.format}`
  const key = [folder, name, source.mtimeMs, source.size, optionsText].join('\n')
  const kept = join(cacheFolder(), createHash('sha256').update(key).digest('hex'))
  const known = await readFile(kept).catch(() => undefined)
  if (known) return { ok: true, bytes: new Uint8Array(known), type }

  const made = making.get(kept) ?? makeOnce(kept, { name, options, folder })
  const bytes = await made
  if (bytes === 'busy' || bytes === 'unreadable') return { ok: false, reason: bytes }
  return { ok: true, bytes, type }
}

/** The measures of an image; zero for one that cannot be read (docs/specification.md, errors). */
export async function readImageSize(name: string, folder = IMAGES): Promise<ImageSize> {
  try {
    if (!isImageName(name)) throw new Error('not an image of ours')
    const { default: sharp } = await import('sharp')
    const { width, height } = await sharp(join(folder, name)).metadata()
    return { width, height, ratio: width / height }
  } catch {
    return { width: 0, height: 0, ratio: 0 }
  }
}

type Made = Uint8Array<ArrayBuffer> | 'busy' | 'unreadable'
type Asked = { name: string; options: ImageOptions; folder: string }

const making = new Map<string, Promise<Made>>()

function makeOnce(kept: string, asked: Asked): Promise<Made> {
  const made = makeInTurn(asked).then(async (bytes) => {
    if (typeof bytes !== 'string') await keep(kept, bytes)
    return bytes
  })
  making.set(kept, made)
  return made.finally(() => making.delete(kept))
}

async function makeInTurn(asked: Asked): Promise<Made> {
  if (!(await mayTry(MAKINGS))) return 'busy'
  try {
    return await inTurn(() => make(asked))
  } catch (error) {
    if (error instanceof LineFullError) return 'busy'
    throw error
  }
}

/** Makes an image. The library is loaded with the first one, so that no start waits for it. */
async function make({ name, options, folder }: Asked): Promise<Made> {
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(join(folder, name), { limitInputPixels: MAX_PIXELS })
    const measures = fitInto(await picture.metadata(), options)
    const drawn = picture
      .resize({ ...measures, fit: options.fit })
      .toFormat(
        options.format,
        options.format === 'avif' ? AVIF[options.quality] : { quality: options.quality },
      )
    return new Uint8Array(await drawn.toBuffer())
  } catch (error) {
    log.warn({ err: error, image: name }, 'An image of ours could not be read')
    return 'unreadable'
  }
}

/** Never enlarges an image; a request that is too large keeps its shape. */
function fitInto(source: { width: number; height: number }, { width, height }: ImageOptions) {
  if (height === 0) return { width: Math.min(width, source.width) }
  const share = Math.min(1, source.width / width, source.height / height)
  return { width: Math.round(width * share), height: Math.round(height * share) }
}

/** Written to a draft and renamed, so that no reader gets half an image. A full disk is no failure. */
async function keep(kept: string, bytes: Uint8Array): Promise<void> {
  try {
    const folder = cacheFolder()
    await mkdir(folder, { recursive: true })
    const draft = `${kept}.${process.pid}`
    await writeFile(draft, bytes)
    await rename(draft, kept)
    await removeOldest(folder)
  } catch (error) {
    log.warn({ err: error }, 'An image could not be kept')
  }
}

async function removeOldest(folder: string): Promise<void> {
  const names = await readdir(folder)
  if (names.length <= MAX_KEPT) return
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      return { path, age: found?.mtimeMs ?? 0 }
    }),
  )
  const oldest = files.toSorted((one, other) => one.age - other.age)
  await Promise.all(
    oldest.slice(0, names.length - MAX_KEPT).map(({ path }) => rm(path, { force: true })),
  )
}

function cacheFolder(): string {
  return join(env().DATA_DIR, 'images')
}
