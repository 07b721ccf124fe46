import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { systemCode } from './error.ts'

/** A running process: its start time (opaque, distinguishes a reused pid) and the name of its program. */
export interface RunningProcess {
  startedAt: string
  program: string
}

/** Looks a process up. Returns undefined when there is none, or only a zombie. */
export function findProcess(pid: number): RunningProcess | undefined {
  if (!isSignalable(pid)) return undefined
  if (process.platform === 'linux') return fromProc(pid)
  if (process.platform === 'win32') return { startedAt: '', program: '' }
  return fromPs(pid)
}

function isSignalable(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that it exists and belongs to another user.
    return systemCode(error) === 'EPERM'
  }
}

/** /proc/<pid>/stat is "pid (program) state …", the start time is its 22nd field; the program may hold spaces and parentheses. */
function fromProc(pid: number): RunningProcess | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    // Ended since the signal, or /proc hides other users' processes (hidepid): the signal alone then decides.
    return isSignalable(pid) ? { startedAt: '', program: '' } : undefined
  }
  const end = stat.lastIndexOf(')')
  const fields = stat.slice(end + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  return { startedAt: fields[19] ?? '', program: stat.slice(stat.indexOf('(') + 1, end) }
}

function fromPs(pid: number): RunningProcess | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'state=,lstart=,ucomm=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { LC_ALL: 'C', PATH: '/bin:/usr/bin' },
    })
    const match = /^\s*(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*?)\s*$/.exec(line)
    if (!match || match[1]?.startsWith('Z')) return undefined
    return { startedAt: match[2] ?? '', program: match[3] ?? '' }
  } catch {
    // ps exits with 1 when there is no such process.
    return undefined
  }
}
