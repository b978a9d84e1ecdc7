import { connect, type Socket } from 'node:net'

/*
 * Requests pages as fast as the server responds, over connections that stay open. HTTP/1.1 is
 * written by hand, since a complete client costs more than the server it would measure.
 */

const CONNECTIONS = 16
const END_OF_HEAD = Buffer.from('\r\n\r\n')

export type Target = {
  url: string
  headers?: Record<string, string>
  /** The address of each request on this server; without it, always that of `url`. */
  nextAddress?: () => string
}

/** Responses in this time, all with status 200: any other ends the measurement. */
export async function countAnswers(target: Target, milliseconds: number): Promise<number> {
  const { hostname, port, pathname, search } = new URL(target.url)
  const lines = Object.entries({ Host: hostname, ...target.headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const { nextAddress = () => pathname + search } = target
  const nextQuestion = () => `GET ${nextAddress()} HTTP/1.1\r\n${lines.join('')}\r\n`
  const end = performance.now() + milliseconds
  const counts = Array.from({ length: CONNECTIONS }, () =>
    askAgainAndAgain(connect(Number(port), hostname), nextQuestion, end),
  )
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

function askAgainAndAgain(
  socket: Socket,
  nextQuestion: () => string,
  end: number,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let answers = 0
  let head: Buffer = Buffer.alloc(0)
  /** Bytes of the page still to come; while it is 0, the head is being read. */
  let left = 0
  socket.setNoDelay(true)
  socket.on('error', reject)
  socket.on('connect', () => socket.write(nextQuestion()))
  socket.on('data', (chunk: Buffer) => {
    if (left === 0) {
      head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk
      const place = head.indexOf(END_OF_HEAD)
      if (place < 0) return
      const text = head.toString('latin1', 0, place)
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1])
      if (!text.startsWith('HTTP/1.1 200') || !(length > 0)) {
        socket.destroy()
        return reject(new Error(`not an answer to count:\n${text}`))
      }
      left = length - (head.length - place - END_OF_HEAD.length)
      head = Buffer.alloc(0)
    } else {
      left -= chunk.length
    }
    if (left > 0) return
    answers += 1
    if (performance.now() < end) return socket.write(nextQuestion())
    socket.destroy()
    resolve(answers)
  })
  return promise
}
