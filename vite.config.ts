import { reactRouter } from '@react-router/dev/vite'
import { readFileSync } from 'node:fs'
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

/** What a page that hydrates needs around it. */
const FRAME = ['/app/root.tsx', '/app/office/layout.tsx']

/**
 * Pages without `hydrate` run no React in the browser, so its build has nothing of them, nor of what they
 * alone use.
 */
const withoutPlainPages: Plugin = {
  name: 'without-plain-pages',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(_code, id) {
    const [file = '', query] = id.split('?')
    if (query !== '__react-router-build-client-route') return undefined
    const isHydrated = /^ {2}hydrate: /m.test(readFileSync(file, 'utf8'))
    return isHydrated || FRAME.some((one) => file.endsWith(one)) ? undefined : 'export {}'
  },
}

/** During development a change loads the page again, as no script in it could replace a part. */
const loadAgain: Plugin = {
  name: 'load-again',
  apply: 'serve',
  hotUpdate({ server }) {
    if (this.environment.name === 'ssr') {
      server.environments.client.hot.send({ type: 'full-reload' })
    }
  },
}

export default defineConfig(({ command }) => ({
  plugins: [stylesAreInThePage, reactRouter(), withoutPlainPages, loadAgain],
  build: { target: 'es2024', assetsInlineLimit: 0 },
  // Also the form of scripts that are put together of several files (phone/).
  worker: { format: 'es' },
  ...(command === 'build' && {
    environments: { ssr: { build: { rollupOptions: { external: [LOADED_BY_NODE] } } } },
  }),
}))
