/** Runs the command line as an operator would: as a process of its own, with the variables it is given and no others. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../server/lib/root.ts'

const PROGRAM = join(ROOT, 'cli/deskhand.ts')

/** How a command ended. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly error: string
}

/** Runs `deskhand` with these arguments to its end. */
export function runCommand(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> {
  const { PATH = '', HOME = '/' } = process.env
  const { promise, resolve } = Promise.withResolvers<Ran>()
  execFile(process.execPath, [PROGRAM, ...args], { env: { PATH, HOME, ...env }, maxBuffer: 64 * 1024 * 1024 }, (error, out, errors) =>
    resolve({ code: error === null ? 0 : Number(error.code), out, error: errors }),
  )
  return promise
}
