/** The typed SQL builder. It only builds: statements run through `ctx.db`, so that none can escape its transaction. */
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type SelectQueryBuilder,
} from 'kysely'
import type { Tables } from './tables.ts'

/** Starts a statement: `q.selectFrom('users')…`. */
export const q = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * A select of rows of a known type from any tables, also from other selects: for code that orders, joins and cuts what it is given, by names that
 * are known only when it runs.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- `never` in place of `any` would refuse every select
export type AnySelect<Row> = SelectQueryBuilder<any, any, Row>

/** A statement written with Kysely's `sql` tag, ready to run. */
export function compileSql<Row>(text: RawBuilder<Row>): CompiledQuery<Row> {
  return text.compile(q)
}

const lookups = new Set<string>()
const handWritten = new Set<string>()

/** A hand-written statement whose text never changes, so that nothing is built when it runs. Parameters are `$1`, `$2`, … */
export function defineStatement<Row>(text: string): (...parameters: readonly unknown[]) => CompiledQuery<Row> {
  handWritten.add(text)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tree of a query is only for plugins, and there are none
  return (...parameters) => ({ sql: text, parameters }) as unknown as CompiledQuery<Row>
}

/**
 * As {@link defineStatement}, for a read of one row by a unique key. Outside a transaction it may be sent over the shared connection for lookups: it
 * must be quick whatever the parameters, and must not write.
 */
export function defineLookup<Row>(text: string): (...parameters: readonly unknown[]) => CompiledQuery<Row> {
  lookups.add(text)
  return defineStatement(text)
}

/** The texts of all statements that were made by {@link defineStatement} and {@link defineLookup} so far. */
export function listHandWrittenStatements(): ReadonlySet<string> {
  return handWritten
}

/** True for a text made by {@link defineLookup}. */
export function isLookup(text: string): boolean {
  return lookups.has(text)
}
