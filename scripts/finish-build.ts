import { glob, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { minify } from 'vite'

/* Says which release this is, for pages that stay open while the next one is put in place. */
for await (const file of glob('build/client/assets/manifest-*.js')) {
  const build = basename(file, '.js').replace('manifest-', '')
  await writeFile('build/client/latest-build.json', JSON.stringify({ build }))
}

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
/* Newer than every source: see get-ready.js. */
await writeFile('build/ready', '')
