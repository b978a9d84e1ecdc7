import { execFileSync } from 'node:child_process'

type Entry = { pid: number; parent: number; state: string; command: string }

/** What runs on this machine, as every Unix tells it. */
export function listProcesses(): Entry[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,state=,command='], { encoding: 'utf8' })
  return table.split('\n').flatMap((line) => {
    const [, pid, parent, state = '', command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return pid ? [{ pid: Number(pid), parent: Number(parent), state, command }] : []
  })
}

/** Everything that was started by a process, or by what it started. */
export function listDescendants(pid: number): Entry[] {
  const all = listProcesses()
  const below = (parent: number): Entry[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)])
  return below(pid)
}

/** Those of these that still run; one that nobody has asked about its end does not. */
export function stillRunning(pids: readonly number[]): Entry[] {
  return listProcesses().filter(({ pid, state }) => pids.includes(pid) && !state.startsWith('Z'))
}
