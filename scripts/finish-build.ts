import { glob, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/* Compresses what a browser fetches once, as small as it gets, so that serving it costs nothing. */
const BEST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

for await (const file of glob('build/client/**/*.{js,css,svg,txt,xml,json,webmanifest}')) {
  const source = await readFile(file)
  await writeFile(`${file}.br`, await promisify(brotliCompress)(source, BEST_BROTLI))
  await writeFile(`${file}.gz`, await promisify(gzip)(source, { level: 9 }))
}
/* Newer than every source: see get-ready.js. */
await writeFile('build/ready', '')
