import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

import { log } from '#platform/log.server.ts'

/*
 * Script files and fonts of the last releases. While one release replaces another, a page of either
 * may ask any process for its files; and a page that stays open asks for files of a release that is
 * gone. Their names contain a digest of their contents, so none is ever replaced.
 */

/** Releases of which files are kept, this one included: some megabytes in all. */
const MAX_RELEASES = 5
/** A draft has a dot in its name. */
const RELEASE = /^[\w-]+$/
const FOREVER = 'public, max-age=31536000, immutable'

type Kept = {
  /** A folder that all processes of the site should share; it has one folder for each release. */
  folder: string
  /** The files of this release. */
  assets: string
}

/**
 * Copies the files of this release to those of earlier ones, and removes the oldest. A folder that
 * cannot be written is logged and is no fault: this release serves its own files from its build.
 */
export async function keepAssets({ folder, assets }: Kept): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    const own = join(folder, await nameOfRelease(assets))
    if (!(await isThere(own))) await copy(assets, own)
    const seconds = Date.now() / 1000
    await utimes(own, seconds, seconds)
    await removeOldest(folder)
  } catch (error) {
    log.warn({ err: error }, 'The files of this release could not be kept for the next')
  }
}

/** Serves a file of an earlier or a later release, if `folder` has one of that name. */
export function serveKept(folder: string): MiddlewareHandler {
  return async (context, next) => {
    for (const release of await listReleases(folder)) {
      const answer = await serveFrom(release)(context, async () => {})
      if (answer) {
        answer.headers.set('Cache-Control', FOREVER)
        return answer
      }
    }
    return next()
  }
}

function serveFrom(release: string): MiddlewareHandler {
  return serveStatic({
    root: release,
    rewriteRequestPath: (path) => path.slice(path.lastIndexOf('/')),
    precompressed: true,
  })
}

/** A release is what its files are called, since each name has a digest of its contents. */
async function nameOfRelease(assets: string): Promise<string> {
  const names = await readdir(assets)
  return createHash('sha256').update(names.toSorted().join('\n')).digest('hex').slice(0, 16)
}

/** To a draft that is renamed, so that no file is served before it is whole. */
async function copy(assets: string, own: string): Promise<void> {
  const draft = `${own}.${process.pid}`
  try {
    await cp(assets, draft, { recursive: true })
    await rename(draft, own)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another process of the same release may have been faster.
    if (!(await isThere(own))) throw error
  }
}

/** The folders of all releases whose files are kept, the newest first. */
async function listReleases(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const releases = await Promise.all(
    names
      .filter((name) => RELEASE.test(name))
      .map(async (name) => ({ path: join(folder, name), age: await ageOf(join(folder, name)) })),
  )
  return releases.toSorted((one, other) => one.age - other.age).map(({ path }) => path)
}

async function removeOldest(folder: string): Promise<void> {
  const releases = await listReleases(folder)
  for (const path of releases.slice(MAX_RELEASES)) await rm(path, { recursive: true, force: true })
}

/** Milliseconds since a process of that release last started. */
async function ageOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  return Date.now() - (found?.mtimeMs ?? 0)
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
