import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type Received = { recipients: string[]; raw: Buffer }

export type MailServer = {
  url: string
  /** The emails it accepted, in order of arrival. */
  received: Received[]
  server: Server
  stop: () => Promise<void>
}

/** A real mail server on this machine. */
export async function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: Received[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ recipients, raw: Buffer.concat(chunks) })
        callback()
      })
    },
    ...options,
  })
  smtp.on('error', () => {}) // a test that cuts a connection does so on purpose
  const server = smtp.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    server,
    stop: () => new Promise((resolve) => smtp.close(resolve)),
  }
}
