/**
 * A server in a process of its own, whose memory and event loop a test measures without its own part. Not here: servers that tests kill
 * (crash/process.ts), and the program of that process (measured_server_process.ts).
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { DatabaseAddress } from '#db/address.ts'
import type { TestApp } from '../app.ts'

/** What the parent asks of the process: to start first, then to measure any number of times. */
export type Question = { readonly start: { readonly env: Readonly<Record<string, string>>; readonly address: DatabaseAddress } } | 'measure'

/** What the process says: where it listens, what it logged, or a measurement. */
export type Report = { readonly base_url: string } | { readonly fault: string } | { readonly measured: Measurement }

/** The state of the process, everything unused collected; memory in bytes. */
export interface Measurement {
  readonly heap_used: number
  readonly resident: number
  /** The longest of the last turns of its event loop, in milliseconds of processor time, and the requests that began in it or were under way. */
  readonly stall: { readonly ms: number; readonly requests: readonly string[] }
  /** Statements prepared at one connection, at most. */
  readonly prepared: number
}

/** A server that is running. */
export interface MeasuredServer {
  readonly base_url: string
  /** Measures, and begins a new measurement of stalls. */
  measure(): Promise<Measurement>
  stop(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('measured_server_process.ts', import.meta.url))

/** Starts a server, with all roles, on the database of an application of a test. `onFault` receives each error and warning that it logs. */
export async function startMeasuredServer(app: TestApp, onFault: (fault: string) => void): Promise<MeasuredServer> {
  const child = fork(PROGRAM, { execArgv: ['--expose-gc'] })
  const ended = once(child, 'exit')
  const answers: ((report: Report) => void)[] = []
  child.on('message', (report: Report) => ('fault' in report ? onFault(report.fault) : answers.shift()?.(report)))
  const ask = async (question: Question) => {
    const { promise, resolve } = Promise.withResolvers<Report>()
    answers.push(resolve)
    child.send(question)
    const died = ended.then(([code]) => Promise.reject(new Error(`the server ended with ${String(code)}`)))
    return Promise.race([promise, died])
  }
  const started = await ask({
    start: { env: { ...app.env, DESKHAND_ROLE: 'all' }, address: app.database.address },
  })
  if (!('base_url' in started)) throw new Error(JSON.stringify(started))
  return {
    base_url: started.base_url,
    async measure() {
      const report = await ask('measure')
      if (!('measured' in report)) throw new Error(JSON.stringify(report))
      return report.measured
    },
    async stop() {
      child.disconnect()
      await ended
    },
  }
}
