import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { fromBufferPromise, openPromise, type Entry, type ZipFile } from 'yauzl'

import { Unreadable } from './unreadable.ts'

/** A file of a feed that has not been read yet. */
export type SourceFile = { name: string; bytes: number; read: () => Promise<Uint8Array> }

/** `zips`: zip files inside, which are not opened. */
type OpenSource = { files: SourceFile[]; zips: string[]; close: () => void }

/** A folder of text files, or a zip file of them, also one in memory; null if the source is neither. */
export async function openSource(source: string | Buffer): Promise<OpenSource | null> {
  if (typeof source !== 'string') return openZip(await fromBufferPromise(source))
  const found = await stat(source).catch(() => undefined)
  if (found?.isDirectory()) {
    const zips = (await readdir(source)).filter(isZip)
    return { files: await listFolder(source), zips, close: () => {} }
  }
  if (!found?.isFile()) return null

  return openZip(await openPromise(source, { autoClose: false }))
}

async function openZip(zip: ZipFile): Promise<OpenSource> {
  const close = () => zip.close()
  const listed = await listZip(zip).catch((error: unknown) => {
    close()
    throw error
  })
  return { ...listed, close }
}

async function listFolder(folder: string): Promise<SourceFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      return {
        name,
        bytes: found?.size ?? 0,
        async read() {
          if (!found) throw new Unreadable({ code: 'link-to-nowhere' })
          if (!found.isFile()) throw new Unreadable({ code: 'no-file' })
          return readFile(path)
        },
      }
    }),
  )
}

/** Some feeds put their files into a folder, so only the last part of a name counts. */
async function listZip(zip: ZipFile): Promise<Pick<OpenSource, 'files' | 'zips'>> {
  const files: SourceFile[] = []
  const zips: string[] = []
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.startsWith('__MACOSX/')) continue
    if (isZip(entry.fileName)) zips.push(basename(entry.fileName))
    if (!entry.fileName.endsWith('.txt')) continue
    files.push({
      name: basename(entry.fileName),
      bytes: entry.uncompressedSize,
      read: () => unpack(zip, entry),
    })
  }
  return { files, zips }
}

function isZip(name: string): boolean {
  return name.toLowerCase().endsWith('.zip')
}

/** The library enforces the size that the zip file declares, but not its checksum. */
async function unpack(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let checksum = 0
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    chunks.push(chunk as Buffer)
    checksum = crc32(chunk as Buffer, checksum)
  }
  if (checksum !== entry.crc32) throw new Unreadable({ code: 'wrong-checksum' })
  return Buffer.concat(chunks)
}
