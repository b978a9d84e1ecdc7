import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

import { loadSeed } from '#modules/gtfs/import/load-seed.server.ts'
import { db } from '#platform/db.server.ts'
import { BEGINNING } from '#test/fixtures/beginning.ts'
import { openScratchDatabase } from '#test/fixtures/scratch-database.ts'

import { JOBS } from '../../jobs.ts'
import { findBrowser, type FoundBrowser } from './find-browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    browser: FoundBrowser
    /** A folder: pictures are rendered once for all sites; each would take about ten seconds. */
    images: string
  }
}

/**
 * Makes the template database that every site under test copies, with the demonstration's
 * timetable.
 */
export default async function setup(project: TestProject) {
  const database = await openScratchDatabase(JOBS.map(({ job }) => job))
  process.env.DATABASE_URL = database.url
  await loadSeed(BEGINNING)
  await db.destroy()
  project.provide('superuser', database.superuser)
  project.provide('template', database.name)
  project.provide('browser', await findBrowser())
  const images = mkdtempSync(join(tmpdir(), 'halcyon-images-'))
  project.provide('images', images)
  return async () => {
    rmSync(images, { recursive: true })
    await database.stop()
  }
}
