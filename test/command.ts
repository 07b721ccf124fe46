/** Runs the command line as an operator does: as a separate process, with only the given environment variables. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../server/lib/root.ts'

const PROGRAM = join(ROOT, 'cli/deskhand.ts')

/** How a command exited. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly error: string
}

/** Runs `deskhand` with these arguments until it exits. */
export function runCommand(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> {
  const { PATH = '', HOME = '/' } = process.env
  const { promise, resolve } = Promise.withResolvers<Ran>()
  execFile(process.execPath, [PROGRAM, ...args], { env: { PATH, HOME, ...env }, maxBuffer: 64 * 1024 * 1024 }, (error, out, errors) =>
    resolve({ code: error === null ? 0 : Number(error.code), out, error: errors }),
  )
  return promise
}
