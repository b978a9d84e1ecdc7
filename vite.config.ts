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

/**
 * Every page that hydrates needs all of React and the router, the frame around the page and most of
 * the design system; in few files they compress better than in many.
 */
const IN_FEW_FILES = {
  groups: [
    { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
    {
      name: 'ui',
      test: /\/(app\/(root|http\/(styles|page-meta)|live\/|ui\/(?!page-header|structured)|components\/(page-link|site-|ride\/category-name|journey\/(call-us|ticket-search)))|platform\/|operator|modules\/(fares\/passengers|orders\/order\/limits|seats\/seats|tickets\/ticket)\.ts)/,
    },
  ],
}

export default defineConfig(({ command }) => ({
  plugins: [stylesAreInThePage, reactRouter()],
  build: { target: 'es2024', assetsInlineLimit: 0 },
  ...(command === 'build' && {
    environments: {
      client: { build: { rollupOptions: { output: { codeSplitting: IN_FEW_FILES } } } },
      ssr: { build: { rollupOptions: { external: [LOADED_BY_NODE] } } },
    },
  }),
}))
