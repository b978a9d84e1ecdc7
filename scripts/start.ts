import cluster from 'node:cluster'
import { enableCompileCache } from 'node:module'

/*
 * npm start: the site with a process for each core and the demonstration company, unless the
 * environment says otherwise. A program instead of a line of shell, since Windows has no such shell.
 */
process.env.NODE_COMPILE_CACHE ||= 'build/compiled'
process.env.WORKERS ||= 'cores'
process.env.DEMONSTRATION_COMPANY ||= 'on'

enableCompileCache(process.env.NODE_COMPILE_CACHE)
if (cluster.isPrimary && process.env.npm_lifecycle_event === 'start') endWithShell()
await import('../server.ts')

/** npm sends SIGTERM to the shell between it and us, which ends without passing it on. */
function endWithShell(): void {
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}
