import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type BrowserServer, type Page } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { openBrowser, openPerson } from '#e2e/support/browser.ts'
import { IS_PACKAGED, unpackBrowser } from '#e2e/support/find-browser.ts'
import { listDescendants } from '#test/fixtures/process-table.ts'
import { until } from '#test/fixtures/until.ts'

/* The browser that all other tests of this folder use. */

describe.runIf(IS_PACKAGED)('a browser with an empty home and temporary folder', () => {
  let [folder, home, temporary] = ['', '', '']

  beforeEach(() => {
    mkdirSync('data', { recursive: true })
    folder = mkdtempSync(resolve('data/Άλκυών δοκιμή '))
    home = mkdtempSync(join(tmpdir(), 'halcyon-home-'))
    temporary = mkdtempSync(join(tmpdir(), 'halcyon-tmp-'))
    vi.stubEnv('HOME', home)
    vi.stubEnv('TMPDIR', temporary)
    return () => {
      vi.unstubAllEnvs()
      for (const one of [folder, home, temporary]) rmSync(one, { recursive: true })
    }
  })

  test('draws both alphabets with its own fonts, and opens no file of the machine', async () => {
    const server = await chromium.launchServer(await unpackBrowser(folder))
    const page = await (await chromium.connect(server.wsEndpoint())).newPage()
    await page.setContent(`
      <p>Halcyon takes you to the airport</p>
      <p style="font-family: 'DejaVu Sans', Arial, sans-serif">Στο αεροδρόμιο με λεωφορείο</p>
      <p style="font-family: 'Liberation Mono', monospace; font-weight: bold">Λάρνακα € 9.00</p>
    `)
    await page.screenshot()
    expect(await listFonts(page)).toEqual(new Set(['Open Sans']))

    const mapped = listMappedFiles(server)
    expect(mapped).toContainEqual(expect.stringMatching(/fonts\/Open_Sans\/OpenSans-Bold.ttf$/))
    const ours = [folder, temporary]
    expect(mapped.filter((file) => !ours.some((one) => file.startsWith(one)))).toEqual([])
    await server.close()
    expect({ home: readdirSync(home), temporary: readdirSync(temporary) }).toEqual({
      home: [],
      temporary: [],
    })
  })
})

describe('a browser that crashes', () => {
  const browser = openBrowser()
  afterAll(() => browser.close())

  test('fails the test that crashed it, and no other', async () => {
    const { page, context } = await openPerson(browser)
    const session = await context.browser()?.newBrowserCDPSession()
    session?.send('Browser.crash').catch(() => undefined)
    await until('it has died', () => !context.browser()?.isConnected())
    await expect(page.goto('data:text/html,here')).rejects.toThrow('closed')

    const [next, other] = await Promise.all([openPerson(browser), openPerson(browser)])
    await next.page.goto('data:text/html,<h1>There again</h1>')
    expect(await next.page.locator('h1').textContent()).toBe('There again')
    expect(other.context.browser()).toBe(next.context.browser())
  })
})

/** The fonts in which the text of a page is drawn. */
async function listFonts(page: Page): Promise<Set<string>> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const asked = { nodeId: root.nodeId, selector: 'p' }
  const { nodeIds } = await session.send('DOM.querySelectorAll', asked)
  const drawn = await Promise.all(
    nodeIds.map((nodeId) => session.send('CSS.getPlatformFontsForNode', { nodeId })),
  )
  return new Set(drawn.flatMap(({ fonts }) => fonts.map(({ familyName }) => familyName)))
}

/** Files mapped by the processes of a browser, except system libraries. */
function listMappedFiles(server: BrowserServer): string[] {
  const { pid = 0 } = server.process()
  const pids = [pid, ...listDescendants(pid).map((one) => one.pid)]
  const lines = pids.flatMap((one) => readMaps(one).split('\n'))
  const files = lines.flatMap((line) => /\s(\/.*)$/.exec(line)?.[1] ?? [])
  return [...new Set(files)].filter((file) => !/\.so[.\d]*$|^\/(memfd:|dev\/)/.test(file))
}

function readMaps(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/maps`, 'utf8')
  } catch {
    return '' // it has ended since it was listed
  }
}
