import { afterAll, beforeAll } from 'vitest'

import { connect, type Database } from '#platform/db.server.ts'

import { openBrowser, type TestBrowser } from './browser.ts'
import { startCompany, type Company, type Running } from './processes.ts'

export type Scene = { company: Company; site: Running; browser: TestBrowser; books: Database }

/**
 * For all tests of a file: a company with one site, its database, and a browser. `prepare` returns
 * further settings for the site.
 */
export function openScene(prepare?: (company: Company) => Promise<Record<string, string>>): Scene {
  const scene = {} as Scene
  beforeAll(async () => {
    scene.company = await startCompany()
    scene.site = await scene.company.startSite(await prepare?.(scene.company))
    scene.books = connect(scene.company.databaseUrl, { patient: true })
    scene.browser = openBrowser()
  })
  afterAll(async () => {
    await scene.browser.close()
    await scene.books.destroy()
    await scene.company.stop()
  })
  return scene
}
