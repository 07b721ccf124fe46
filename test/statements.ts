/** What a request asks of the database, as its statements: for tests of how much work something is. */
import type { TestApp } from './app.ts'

/** A statement with its parameters. */
export interface Asked {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

type Ask = (statement: Asked | { compile(): Asked }) => unknown

const ASKS: ReadonlySet<string | symbol> = new Set(['all', 'first', 'run', 'planned'])

/** Runs `work` and brings the texts of the statements that requests have run meanwhile, in all of the application's instances, in their order. */
export async function statementsDuring<Result>(
  app: TestApp,
  work: () => Promise<Result>,
): Promise<{ readonly statements: readonly string[]; readonly result: Result }> {
  const { asked, result } = await askedDuring(app, work)
  return { statements: asked.map(({ sql }) => sql), result }
}

/** As {@link statementsDuring}, with their parameters. */
export async function askedDuring<Result>(
  app: TestApp,
  work: () => Promise<Result>,
): Promise<{ readonly asked: readonly Asked[]; readonly result: Result }> {
  const { database } = app.running.server
  const asked: Asked[] = []
  const noting = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        if (name === 'transaction')
          return (inner: (db: object) => unknown) => {
            asked.push({ sql: 'begin', parameters: [] })
            return value.call(target, (db: object) => inner(noting(db)))
          }
        if (!ASKS.has(name)) return value.bind(target)
        return (...given: Parameters<Ask>) => {
          const [statement] = given
          asked.push('sql' in statement ? statement : statement.compile())
          return (value as Ask).apply(target, given)
        }
      },
    })
  const { for: own } = database
  Object.assign(database, { for: (...given: Parameters<typeof own>) => noting(own.apply(database, given)) })
  try {
    return { result: await work(), asked }
  } finally {
    Reflect.deleteProperty(database, 'for')
  }
}
