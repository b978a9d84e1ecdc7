import { enableCompileCache } from 'node:module'

/*
 * npm start: the site with a process for each core and the demonstration company, unless the
 * environment says otherwise. A program instead of a line of shell, since Windows has no such shell.
 */
process.env.NODE_COMPILE_CACHE ||= 'build/compiled'
process.env.WORKERS ||= 'cores'
process.env.DEMONSTRATION_COMPANY ||= 'on'

enableCompileCache(process.env.NODE_COMPILE_CACHE)
await import('../server.ts')
