import type { Socket } from 'node:net'

import { openMailServer, type Received } from './mail-server.ts'

type Mood = 'its work' | 'nothing' | 'say later' | 'refuse' | 'hang up after the text'

export type SimulatedMail = {
  url: string
  received: Received[]
  /** Applies from now on. */
  does: (mood: Mood) => void
  stop: () => Promise<void>
}

/** A real mail server with faults on demand. */
export async function openSimulatedMail(): Promise<SimulatedMail> {
  let mood: Mood = 'its work'
  const lines = new Set<Socket>()
  const { url, received, server, stop } = await openMailServer({
    onMailFrom(_from, _session, callback) {
      callback(mood === 'say later' ? answer(451, 'later') : null)
    },
    onRcptTo(_to, _session, callback) {
      callback(mood === 'refuse' ? answer(550, 'nobody of that name') : null)
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const recipients = envelope.rcptTo.map(({ address }) => address)
        received.push({ recipients, raw: Buffer.concat(chunks) })
        if (mood === 'hang up after the text') hangUp()
        else callback()
      })
    },
  })
  server.on('connection', (line: Socket) => {
    if (mood === 'nothing') line.destroy()
    lines.add(line)
    line.once('close', () => lines.delete(line))
  })

  function hangUp(): void {
    for (const line of lines) line.destroy()
  }
  return {
    url,
    received,
    stop,
    does(next) {
      mood = next
      if (mood === 'nothing') hangUp()
    },
  }
}

function answer(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}
