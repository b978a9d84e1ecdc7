import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

type Entry = { pid: number; parent: number; state: string; command: string }

/**
 * The processes of this machine: from /proc, since a small Linux has no `ps`, otherwise from `ps`.
 */
export function listProcesses(): Entry[] {
  if (existsSync('/proc/self/stat')) return readdirSync('/proc').flatMap(readProcess)

  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,state=,command='], { encoding: 'utf8' })
  return table.split('\n').flatMap((line) => {
    const [, pid, parent, state = '', command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return pid ? [{ pid: Number(pid), parent: Number(parent), state, command }] : []
  })
}

function readProcess(name: string): Entry[] {
  if (!/^\d+$/.test(name)) return []
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    // The program's name is in brackets, and may contain brackets itself.
    const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return [{ pid: Number(name), parent: Number(parent), state, command }]
  } catch {
    return [] // it has ended meanwhile
  }
}

/**
 * CPU time of a program's first thread; of the whole program where the system does not report
 * threads.
 */
export function millisecondsOnCore(pid: number): number {
  const file = `/proc/${pid}/task/${pid}/schedstat`
  if (existsSync(file)) return Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6

  const [minutes, seconds] = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], {
    encoding: 'utf8',
  })
    .trim()
    .split(':')
    .slice(-2)
    .map(Number)
  return ((minutes ?? 0) * 60 + (seconds ?? 0)) * 1000
}

/** The environment with which a process was started, as others can read it. */
export function environmentOf(pid: number): string {
  const file = `/proc/${pid}/environ`
  if (existsSync(file)) return readFileSync(file, 'utf8')
  return execFileSync('ps', ['eww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
}

/** All descendants of a process. */
export function listDescendants(pid: number): Entry[] {
  const all = listProcesses()
  const below = (parent: number): Entry[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)])
  return below(pid)
}

/** Those that still run; a zombie does not count. */
export function stillRunning(pids: readonly number[]): Entry[] {
  return listProcesses().filter(({ pid, state }) => pids.includes(pid) && !state.startsWith('Z'))
}
