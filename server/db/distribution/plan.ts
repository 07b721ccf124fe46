/** Which SQL distributes a database by account, from what is there. Pure. */
import { StartError } from '#lib/start_error.ts'
import { type DistributedSchema, DISTRIBUTION_COLUMN, FIRST_TABLE, type ForeignKey, REFERENCE_TABLE } from './read_schema.ts'

/** What stays as it is: the database has something that cannot be distributed, or is in use. The message says what to do. */
export class DistributionError extends StartError {}

/** Statements with what they are for. All parts of a plan belong into one transaction. */
export interface PlanPart {
  readonly title: string
  readonly statements: readonly string[]
}

/** More are a mistake that no command takes back: some 120 tables and their indexes are made for each, and every session of a node caches what it uses of them. */
export const MAX_SHARDS = 256
/** As many nodes can share the accounts. Citus' own default. */
export const DEFAULT_SHARDS = 32

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
const dropKey = ({ of_table, name }: ForeignKey) => `alter table ${of_table} drop constraint ${name}`
const addKey = ({ of_table, name, definition }: ForeignKey) => `alter table ${of_table} add constraint ${name} ${definition}`

/** The tables that are to be distributed, in their order. @throws DistributionError for one that something else has distributed */
function listWaiting({ tables }: DistributedSchema): string[] {
  const wrong = tables.find(({ name, place }) => place !== 'local' && place !== (name === REFERENCE_TABLE ? 'reference' : 'distributed'))
  if (wrong !== undefined)
    throw new DistributionError(
      `Citus has the table ${wrong.name}, but not as Deskhand distributes it: by ${DISTRIBUTION_COLUMN}, beside ${FIRST_TABLE}, or for ` +
        `${REFERENCE_TABLE} as a reference table. Undo that with undistribute_table, and try again.`,
    )
  const names = tables.filter(({ place }) => place === 'local').map(({ name }) => name)
  const first = [REFERENCE_TABLE, FIRST_TABLE].filter((name) => names.includes(name))
  return [...first, ...names.filter((name) => !first.includes(name))]
}

/** The foreign keys from and to the tables that are to be distributed. @throws DistributionError for one of a table that is not Deskhand's */
function listKeysOf(waiting: ReadonlySet<string>, { tables, foreign_keys }: DistributedSchema): ForeignKey[] {
  const known = new Set(tables.map(({ name }) => name))
  const found = foreign_keys.filter(({ of_table, target }) => waiting.has(of_table) || waiting.has(target))
  const foreign = found.find(({ of_table, target }) => !known.has(of_table) || !known.has(target))
  if (foreign !== undefined)
    throw new DistributionError(
      `The foreign key ${foreign.name} of ${foreign.of_table} refers to ${foreign.target}, and one of the two has no ${DISTRIBUTION_COLUMN}. Drop it, and try again.`,
    )
  return found
}

/** The rows of a table are copied to the nodes. Those that lie in the database itself are not read any more, so they are removed. */
function distributeTable(table: string, shards: number): string[] {
  const where = table === FIRST_TABLE ? `shard_count => ${shards}` : `colocate_with => ${quote(FIRST_TABLE)}`
  return [
    table === REFERENCE_TABLE
      ? `select create_reference_table(${quote(table)})`
      : `select create_distributed_table(${quote(table)}, ${quote(DISTRIBUTION_COLUMN)}, ${where})`,
    `select truncate_local_data_after_distributing_table(${quote(table)})`,
  ]
}

/**
 * What distributes the tables that are not distributed yet, whole or not at all. Foreign keys are dropped before and added again after, as one between a
 * distributed table and a local one is refused. Nothing if all are distributed.
 * @throws DistributionError
 */
export function planDistribution(schema: DistributedSchema, shards = DEFAULT_SHARDS): PlanPart[] {
  const waiting = listWaiting(schema)
  const keys = listKeysOf(new Set(waiting), schema)
  const unlogged = schema.tables.filter(({ name, is_unlogged }) => is_unlogged && waiting.includes(name))
  const parts: PlanPart[] = [
    { title: 'Drop the foreign keys: none can be between a distributed table and a local one', statements: keys.map(dropKey) },
    {
      title: 'An unlogged table cannot be moved to another node',
      statements: unlogged.map(({ name }) => `alter table ${name} set logged`),
    },
    {
      title: 'Every node needs the functions',
      statements: schema.functions.map((each) => `select create_distributed_function(${quote(each)})`),
    },
    { title: 'Distribute the tables', statements: waiting.flatMap((table) => distributeTable(table, shards)) },
    { title: 'Add the foreign keys again', statements: keys.map(addKey) },
  ]
  const needed = parts.filter(({ statements }) => statements.length > 0)
  if (needed.length === 0) return []
  // a change of a table that refers to one on every node is refused after one that was made over several connections
  return [{ title: 'One connection to each node', statements: ["set local citus.multi_shard_modify_mode to 'sequential'"] }, ...needed]
}

/** A plan as a file of SQL. */
export function writePlan(plan: readonly PlanPart[]): string {
  const blocks = plan.map(({ title, statements }) => [`-- ${title}.`, ...statements.map((statement) => `${statement};`)].join('\n'))
  return `begin;\n\n${blocks.join('\n\n')}\n\ncommit;\n`
}
