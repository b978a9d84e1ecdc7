import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

/**
 * The server build holds the pages alone. What lies behind the # names is loaded by Node itself,
 * so that pages, jobs and the server share one database pool, one clock and one log.
 */
const LOADED_BY_NODE = /^#(platform|modules|db|operator)(\/|$)/

/** A page comes with its styles in it, so the browser's copy of the program goes without them. */
const stylesAreInThePage: Plugin = {
  name: 'styles-are-in-the-page',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) => (id.endsWith('.css?inline') ? '' : undefined),
}

export default defineConfig(({ command }) => ({
  plugins: [stylesAreInThePage, reactRouter()],
  build: { target: 'es2024', assetsInlineLimit: 0 },
  ...(command === 'build' && {
    environments: { ssr: { build: { rollupOptions: { external: [LOADED_BY_NODE] } } } },
  }),
}))
