import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

/** It logs more than a pipe holds and ends, once it is told that the reader has gone. */
const PROGRAM = `
  import { log, untilWritten } from '#platform/log.server.ts'
  process.stdin.once('data', async () => {
    for (let line = 0; line < 50; line++) log.error({ padding: 'x'.repeat(9000) }, 'Said to nobody')
    await untilWritten()
    process.exit(3)
  })`

function start() {
  const env = { ...process.env, LOG_LEVEL: 'info' }
  return spawn(process.execPath, ['--input-type=module-typescript', '-e', PROGRAM], { env })
}

test('a program whose log nobody reads any more ends', async () => {
  const program = start()
  program.stderr.destroy()
  program.stdin.end('The reader has gone')
  expect(await once(program, 'exit')).toEqual([3, null])
})

test('a program writes its last lines before it ends', async () => {
  const program = start()
  program.stdin.end('The reader is there')
  let said = ''
  program.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  expect(await once(program, 'close')).toEqual([3, null])
  expect(said.match(/Said to nobody/g)).toHaveLength(50)
})
