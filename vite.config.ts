import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

/**
 * The server build contains only the pages. Modules behind the # names are loaded by Node itself,
 * so that pages, jobs and the server share one database pool, one clock and one log.
 */
const LOADED_BY_NODE = /^#(platform|modules|db|operator|paths)(\/|$)/

/** No page runs React in the browser, so its build has nothing of them, nor of what they use. */
const withoutPages: Plugin = {
  name: 'without-pages',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: (_code, id) =>
    id.endsWith('?__react-router-build-client-route') ? 'export {}' : undefined,
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
  plugins: [reactRouter(), withoutPages, loadAgain],
  build: { target: 'es2024', assetsInlineLimit: 0 },
  // Also the form of scripts that are put together of several files (phone/).
  worker: { format: 'es' },
  ...(command === 'build' && {
    environments: { ssr: { build: { rollupOptions: { external: [LOADED_BY_NODE] } } } },
  }),
}))
