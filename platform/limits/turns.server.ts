import { countSiblings } from '#platform/cluster/worker.server.ts'
import { groupAddress } from '#platform/requests/address-groups.server.ts'
import { callerAddress } from '#platform/requests/request-id.server.ts'

/** Thrown if so many wait already that a turn would come too late to be of use. */
export class LineFullError extends Error {}

type Bounds = {
  /** On this machine: its processes share them, and each does at least one. */
  atOnce: number
  mostWaiting: number
  /** Requests of one address, or of one IPv6 network. */
  mostWaitingOfOne: number
}

/**
 * Opens a queue for work that takes the whole machine if many ask for it. A few pieces run at once,
 * and some may wait. Each address has a queue of its own, and these are served in turn, so that a
 * client with forty requests does not make others wait for all of them.
 *
 * @returns a function that does one piece of work in its turn, or throws LineFullError
 */
export function openLine({ atOnce, mostWaiting, mostWaitingOfOne }: Bounds) {
  /** By address; the one served last is at the end. */
  const lines = new Map<string, (() => void)[]>()
  let waiting = 0
  let running = 0

  async function waitForTurn(): Promise<void> {
    if (running < Math.ceil(atOnce / countSiblings())) {
      running += 1
      return
    }
    const who = groupAddress(callerAddress()).narrow
    const line = lines.get(who) ?? []
    if (waiting >= mostWaiting || line.length >= mostWaitingOfOne) {
      throw new LineFullError(`${waiting} wait, ${line.length} of them from the same address`)
    }
    const { promise: isOurTurn, resolve } = Promise.withResolvers<void>()
    line.push(resolve)
    lines.set(who, line)
    waiting += 1
    await isOurTurn
  }

  function passTurnOn(): void {
    const [first] = lines
    if (!first) {
      running -= 1
      return
    }
    const [who, line] = first
    const next = line.shift()
    waiting -= 1
    lines.delete(who)
    if (line.length > 0) lines.set(who, line)
    next?.()
  }

  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    await waitForTurn()
    try {
      return await work()
    } finally {
      passTurnOn()
    }
  }
}
