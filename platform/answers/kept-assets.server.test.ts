import { Hono } from 'hono'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { log } from '#platform/log.server.ts'

import { keepAssets, serveKept } from './kept-assets.server.ts'

let root: string
let folder: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'halcyon-assets-'))
  folder = join(root, 'kept')
})
afterEach(() => rmSync(root, { recursive: true }))

/** Builds a release that has this script, and starts it. */
async function release(script: string): Promise<void> {
  const assets = join(root, 'build', script)
  mkdirSync(assets, { recursive: true })
  writeFileSync(join(assets, `${script}.js`), `from ${script}`)
  await keepAssets({ folder, assets })
}

function ask(path: string): Promise<Response> {
  const site = new Hono()
  site.get('/assets/*', serveKept(folder))
  return Promise.resolve(site.request(path))
}

/** As if the last start of each release so far were older by a day. */
function passDay(): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const before = statSync(path).mtimeMs / 1000 - 86_400
    utimesSync(path, before, before)
  }
}

test('files of the release before and of the next one are served, for ever', async () => {
  await release('first-B3OuuhOL')
  await release('second-DXg4mJZT')
  for (const name of ['first-B3OuuhOL', 'second-DXg4mJZT']) {
    const answer = await ask(`/assets/${name}.js`)
    expect([answer.status, await answer.text()]).toEqual([200, `from ${name}`])
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('Content-Type')).toContain('javascript')
  }
})

test('nothing beside the kept files is served', async () => {
  await release('first-B3OuuhOL')
  writeFileSync(join(root, 'secret.txt'), 'secret')
  for (const path of [
    '/assets/none.js',
    '/assets/',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/secret.txt',
  ])
    expect([path, (await ask(path)).status]).toEqual([path, 404])
})

test('the files of five releases are kept; one that starts again counts as new', async () => {
  for (const script of ['one', 'two', 'three', 'four', 'five']) {
    if (script !== 'one') passDay()
    await release(script)
  }
  passDay()
  await release('one')
  passDay()
  await release('six')
  const statuses = await Promise.all(
    ['one', 'two', 'six'].map(async (script) => (await ask(`/assets/${script}.js`)).status),
  )
  expect(statuses).toEqual([200, 404, 200])
  expect(readdirSync(folder)).toHaveLength(5)
})

test('a folder that cannot be written is a warning', async () => {
  using warn = vi.spyOn(log, 'warn').mockImplementation(() => {})
  writeFileSync(folder, 'a file')
  await release('first-B3OuuhOL')
  expect(warn).toHaveBeenCalledOnce()
  expect((await ask('/assets/first-B3OuuhOL.js')).status).toBe(404)
})
