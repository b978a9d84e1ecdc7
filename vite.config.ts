import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/**
 * The server build holds the pages alone. What lies behind the # names is loaded by Node itself,
 * so that pages, jobs and the server share one database pool, one clock and one log.
 */
const LOADED_BY_NODE = /^#(platform|modules|db|operator)(\/|$)/

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  build: { target: 'es2024', assetsInlineLimit: 0 },
  ...(command === 'build' && {
    environments: { ssr: { build: { rollupOptions: { external: [LOADED_BY_NODE] } } } },
  }),
}))
