/**
 * Runs the command line as an operator does: as a separate process, with only the given environment variables, and with the compile cache of
 * the tests, which halves the start of a command.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '#lib/root.ts'
import type { TestApp } from './app.ts'

const PROGRAM = join(ROOT, 'cli/deskhand.ts')

/** The variables that lead a command to the installation of a test application; a path of a socket cannot be part of a URL. */
export function makeCommandVariables({ database: { address }, config, env }: TestApp): Record<string, string> {
  const own = { DATA_DIR: config.data_dir, DESKHAND_SECRET: env.DESKHAND_SECRET ?? '' }
  if ('url' in address) return { ...own, DATABASE_URL: address.url }
  const { host, port, username, password = '' } = address
  return {
    ...own,
    DATABASE_URL: `postgres:///${address.database}`,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: username,
    PGPASSWORD: password,
  }
}

/** How a command exited. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly error: string
}

/** Runs `deskhand` with these arguments until it exits, or `signal` kills it. */
export function runCommand(args: readonly string[], env: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Ran> {
  const { PATH = '', HOME = '/', NODE_COMPILE_CACHE = '' } = process.env
  const { promise, resolve } = Promise.withResolvers<Ran>()
  const killed = signal === undefined ? {} : { signal, killSignal: 'SIGKILL' as const }
  const options = { env: { PATH, HOME, NODE_COMPILE_CACHE, ...env }, maxBuffer: 64 * 1024 * 1024, ...killed }
  execFile(process.execPath, [PROGRAM, ...args], options, (error, out, errors) =>
    resolve({ code: error === null ? 0 : Number(error.code), out, error: errors }),
  )
  return promise
}

/** Runs a command on the installation of an application, which must succeed; returns its output. */
export async function assertSucceeds(app: TestApp, args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<string> {
  const { code, out, error } = await runCommand(args, { ...makeCommandVariables(app), ...more })
  assert.deepEqual([code, error], [0, ''], out)
  return out
}

/** Runs a command, which must be refused with one line. */
export async function assertRefused(
  app: TestApp,
  args: readonly string[],
  why: RegExp,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { code, out, error } = await runCommand(args, { ...makeCommandVariables(app), ...more })
  assert.deepEqual([code, out], [1, ''], `deskhand ${args.join(' ')}: ${error}`)
  assert.match(error, why)
  assert.equal(error.trimEnd().split('\n').length, 1, error)
}
