/** The database statements of a request, for tests of how much work it causes. */
import type { TestApp } from './app.ts'

/** A statement with its parameters. */
export interface RunStatement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** A statement as it was run; a transaction is a `begin` and what is inside it. */
export interface RecordedStatement extends RunStatement {
  readonly in_transaction: boolean
}

type Ask = (statement: RunStatement | { compile(): RunStatement }) => unknown

const ASKS: ReadonlySet<string | symbol> = new Set(['all', 'first', 'one', 'run', 'planned'])

/** Runs `work` and returns the SQL of the statements that requests have run meanwhile, for all accounts, in order. */
export async function statementsDuring<Result>(
  app: TestApp,
  work: () => Promise<Result>,
): Promise<{ readonly statements: readonly string[]; readonly result: Result }> {
  const { run, result } = await parametersDuring(app, work)
  return { statements: run.map(({ sql }) => sql), result }
}

/** As {@link statementsDuring}, with their parameters. */
export async function parametersDuring<Result>(
  app: TestApp,
  work: () => Promise<Result>,
): Promise<{ readonly run: readonly RecordedStatement[]; readonly result: Result }> {
  const { database } = app.running.server
  const run: RecordedStatement[] = []
  const recordCalls = <Part extends object>(part: Part, in_transaction = false): Part =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        if (name === 'transaction')
          return (inner: (db: object) => unknown) => {
            run.push({ sql: 'begin', parameters: [], in_transaction })
            return value.call(target, (db: object) => inner(recordCalls(db, true)))
          }
        if (!ASKS.has(name)) return value.bind(target)
        return (...given: Parameters<Ask>) => {
          const [statement] = given
          const { sql, parameters } = 'sql' in statement ? statement : statement.compile()
          run.push({ sql, parameters, in_transaction })
          return (value as Ask).apply(target, given)
        }
      },
    })
  const { for: own } = database
  Object.assign(database, { for: (...given: Parameters<typeof own>) => recordCalls(own.apply(database, given)) })
  try {
    return { result: await work(), run }
  } finally {
    Reflect.deleteProperty(database, 'for')
  }
}
