import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { checkTexts } from '#app/components/text/read-text.server.ts'
// Figures are worded in the language of a page; without a page it is the main one.
import '#app/http/locale.server.ts'

/* Of the browser's build only the scripts of app/live and of the phone are sent; a page leaves an empty module. */
const live: string[] = []
for await (const file of glob(['app/live/*.ts', 'phone/**/{boarding,*-worker}.ts'])) {
  live.push(basename(file, '.ts'))
}
for await (const file of glob('build/client/assets/*.js')) {
  const program = await readFile(file, 'utf8')
  const isLive = live.some((name) => basename(file).startsWith(`${name}-`))
  if (!isLive || program.trim() === '') await rm(file)
}

/*
 * Compresses files that a browser fetches once, at the highest quality, so that serving them costs
 * no time.
 */
const BEST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

for await (const file of glob('build/client/**/*.{js,css,svg,txt,xml,json,webmanifest}')) {
  const source = await readFile(file)
  await writeFile(`${file}.br`, await promisify(brotliCompress)(source, BEST_BROTLI))
  await writeFile(`${file}.gz`, await promisify(gzip)(source, { level: 9 }))
}
/* Rejects invalid texts during the build, so that no start has to read them all. */
await checkTexts()
/* Newer than every source: see get-ready.js. */
await writeFile('build/ready', '')
