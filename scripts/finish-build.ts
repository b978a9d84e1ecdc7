import { glob, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { minify } from 'vite'

import { checkTexts } from '#app/components/text/read-text.server.ts'
import { HYDRATED } from '#app/i18n/hydrated.ts'
import { plainPath } from '#platform/locale.ts'

/* A page of ours may be called manifest as well, so the name of a file alone does not say it. */
const found: { file: string; program: string }[] = []
for await (const file of glob('build/client/assets/manifest-*.js')) {
  const program = await readFile(file, 'utf8')
  if (program.startsWith('window.__reactRouterManifest=')) found.push({ file, program })
}
const [routerManifest] = found
if (!routerManifest || found.length > 1) {
  throw new Error(`The build has ${found.length} manifests of the router instead of one.`)
}
/* Says which release this is, for pages that stay open while the next one is put in place. */
const build = basename(routerManifest.file, '.js').replace('manifest-', '')
await writeFile('build/client/latest-build.json', JSON.stringify({ build }))
await writeFile(routerManifest.file, withoutPlainPages(routerManifest.program))

/* Scripts that were copied as they stand leave their comments here. */
for (const source of await readdir('app/live')) {
  for await (const file of glob(`build/client/assets/${basename(source, '.js')}-*.js`)) {
    await writeFile(file, (await minify(file, await readFile(file, 'utf8'))).code)
  }
}

/* Compresses what a browser fetches once, as small as it gets, so that serving it costs nothing. */
const BEST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

for await (const file of glob('build/client/**/*.{js,css,svg,txt,xml,json,webmanifest}')) {
  const source = await readFile(file)
  await writeFile(`${file}.br`, await promisify(brotliCompress)(source, BEST_BROTLI))
  await writeFile(`${file}.gz`, await promisify(gzip)(source, { level: 9 }))
}
/* A text that could not be shown is refused here: no start has to read them all. */
await checkTexts()
/* Newer than every source: see get-ready.js. */
await writeFile('build/ready', '')

/** What the router in a browser goes by. It never leads to a page that is a document of its own. */
function withoutPlainPages(program: string): string {
  return program.replace(/\{.*\}/s, (json) => {
    const manifest = JSON.parse(json) as { routes: Record<string, { path?: string }> }
    const known = Object.entries(manifest.routes).filter(
      ([id, { path = '' }]) =>
        id === 'root' || plainPath(`/${path}`.replace('//', '/')) in HYDRATED,
    )
    return JSON.stringify({ ...manifest, routes: Object.fromEntries(known) })
  })
}
