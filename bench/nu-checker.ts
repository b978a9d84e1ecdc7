import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { fetchAsSent } from '#e2e/support/as-sent.ts'

import { print, say } from './table.ts'

/** The checker knows only older CSS, so its messages about ours are ignored. */
const OLD_NEWS = /^CSS: /

/**
 * Runs the W3C's checker, if Java is installed and VNU_JAR is the path of the checker (npm:
 * vnu-jar). Prints each error once, with the pages that have it; mere suggestions are left out.
 */
export async function checkHtml(origin: string, paths: readonly string[]): Promise<void> {
  const jar = process.env.VNU_JAR
  const hasJava = spawnSync('java', ['-version']).status === 0
  if (!jar || !hasJava) {
    say(`Nu checker: not asked, since ${hasJava ? 'VNU_JAR is not set' : 'there is no Java'}`)
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-html-'))
  for (const [place, path] of paths.entries()) {
    const { html } = await fetchAsSent(origin + path)
    writeFileSync(join(folder, `${place}.html`), html)
  }
  const asked = ['-jar', jar, '--format', 'json', '--skip-non-html', folder]
  const { stderr } = spawnSync('java', asked, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  rmSync(folder, { recursive: true })
  const { messages } = JSON.parse(stderr) as { messages: Finding[] }
  const errors = messages.filter(({ type, message }) => type !== 'info' && !OLD_NEWS.test(message))
  say(`Nu checker: ${errors.length} errors on ${paths.length} pages`)
  for (const [message, all] of Map.groupBy(errors, (one) => one.message)) {
    const places = all.map(({ url }) => Number(/(\d+)\.html$/.exec(url)?.[1]))
    const pages = [...new Set(places)].map((place) => paths[place]).join(' ')
    print(message, `  ${pages}`)
  }
}

type Finding = { type: string; url: string; message: string }
