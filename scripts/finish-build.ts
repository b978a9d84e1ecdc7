import { glob, readFile, rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { checkTexts } from '#app/components/text/read-text.server.ts'
// Figures are worded in the language of a page; without a page it is the main one.
import '#app/http/locale.server.ts'

/* The build may contain a page called manifest as well, so the file name alone is not enough. */
const found: { file: string; program: string }[] = []
for await (const file of glob('build/client/assets/manifest-*.js')) {
  const program = await readFile(file, 'utf8')
  if (program.startsWith('window.__reactRouterManifest=')) found.push({ file, program })
}
const [routerManifest] = found
if (!routerManifest || found.length > 1) {
  throw new Error(`The build has ${found.length} router manifests instead of one.`)
}
/* Names this release, for pages that stay open while the next one is deployed. */
const build = basename(routerManifest.file, '.js').replace('manifest-', '')
await writeFile('build/client/latest-build.json', JSON.stringify({ build }))
await writeFile(routerManifest.file, await withoutPlainPages(routerManifest.program))

/* A plain page leaves an empty module, which nothing imports. */
const programs = new Map<string, string>()
for await (const file of glob('build/client/assets/*.js')) {
  programs.set(file, await readFile(file, 'utf8'))
}
const all = [...programs.values()].join('\n')
for (const [file, program] of programs) {
  if (program.trim() === '' && !all.includes(basename(file))) await rm(file)
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

/**
 * The route manifest in the browser, without the plain pages: the router must load them as
 * documents.
 */
async function withoutPlainPages(written: string): Promise<string> {
  const [json = ''] = /\{.*\}/s.exec(written) ?? []
  const manifest = JSON.parse(json) as { routes: Record<string, { module: string }> }
  const routes: typeof manifest.routes = {}
  for (const [id, route] of Object.entries(manifest.routes)) {
    const program = await readFile(`build/client${route.module}`, 'utf8')
    if (program.trim() !== '') routes[id] = route
  }
  return written.replace(json, () => JSON.stringify({ ...manifest, routes }))
}
