import { reactRouter } from '@react-router/dev/vite'
import { readFileSync } from 'node:fs'
import { matchesGlob, relative } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/**
 * The server build contains only the pages. Modules behind the # names are loaded by Node itself,
 * so that pages, jobs and the server share one database pool, one clock and one log.
 */
const LOADED_BY_NODE = /^#(platform|modules|db|operator|paths)(\/|$)/

/** Pages have their styles inlined, so the browser's bundle leaves them out. */
const stylesAreInThePage: Plugin = {
  name: 'styles-are-in-the-page',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) => (id.endsWith('.css?inline') ? '' : undefined),
}

/**
 * Pages without `hydrate` run no script, so the browser's bundle has nothing of them, nor of what
 * they alone use.
 */
const withoutPlainPages: Plugin = {
  name: 'without-plain-pages',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(_code, id) {
    const [file = '', query] = id.split('?')
    const isPage = query === '__react-router-build-client-route' && !file.endsWith('/app/root.tsx')
    const isPlain = isPage && !readFileSync(file, 'utf8').includes('hydrate: true')
    return isPlain ? 'export {}' : undefined
  },
}

/**
 * The frame around a page that hydrates, and what its parts lean on. In one file with React it
 * compresses better than in several.
 */
const FRAME = [
  'app/root.tsx',
  'app/http/{styles,page-meta}.ts',
  'app/ui/!(page-header|structured).{ts,tsx}',
  'app/components/{page-link,site-header,site-footer}.tsx',
  'app/components/ride/category-name.tsx',
  'app/components/journey/call-us.tsx',
  'platform/**/*.ts',
  'operator.ts',
  'modules/{fares/passengers,orders/order/limits,seats/seats,tickets/ticket}.ts',
]

const IN_ONE_FILE = { groups: [{ name: 'frame', test: isInFrame }] }

function isInFrame(id: string): boolean {
  const file = relative(import.meta.dirname, id.split('?')[0] ?? '')
  const isReact = /^node_modules\/(react|react-dom|react-router|scheduler)\//.test(file)
  return isReact || FRAME.some((pattern) => matchesGlob(file, pattern))
}

export default defineConfig(({ command }) => ({
  plugins: [stylesAreInThePage, reactRouter(), withoutPlainPages],
  build: { target: 'es2024', assetsInlineLimit: 0 },
  ...(command === 'build' && {
    environments: {
      client: { build: { rollupOptions: { output: { codeSplitting: IN_ONE_FILE } } } },
      ssr: { build: { rollupOptions: { external: [LOADED_BY_NODE] } } },
    },
  }),
}))
