/**
 * Statements that write one row of a table, from a list of its columns. Values are given by name, and the compiler checks them against the
 * table, so a column stands in one list and no position is counted. The text is made once and never changes: it is prepared like any other
 * of {@link defineStatement}.
 */
import type { ColumnType, CompiledQuery, InsertType, UpdateType } from 'kysely'
import { defineStatement } from './builder.ts'
import type { Tables } from './tables.ts'

type Name<Table extends keyof Tables> = Extract<keyof Tables[Table], string>
type Given<Value> = Value extends undefined
  ? never
  : Value extends ColumnType<unknown, infer Inner, unknown>
    ? Inner
    : Value extends readonly (infer Item)[]
      ? readonly Item[]
      : Value
type Inserted<Table extends keyof Tables, Column extends Name<Table>> = { readonly [Key in Column]: Given<InsertType<Tables[Table][Key]>> }
type Updated<Table extends keyof Tables, Column extends Name<Table>> = { readonly [Key in Column]: Given<UpdateType<Tables[Table][Key]>> }

/** Identifies the row a statement writes. Ids are numbers or texts, by table. */
interface RowKey<Table extends keyof Tables> {
  readonly account_id: number
  readonly id: Tables[Table] extends { readonly id: string } ? string : number
}

const quoteColumn = (column: string) => `"${column}"`

/** An insert of one row. `returned`: the columns it returns, as `Row`. */
export function insertRow<Row>() {
  return <Table extends keyof Tables, const Column extends Name<Table>>(
    table: Table,
    columns: readonly Column[],
    returned: readonly Name<Table>[],
  ): ((values: Inserted<Table, Column>) => CompiledQuery<Row>) => {
    const places = columns.map((_column, index) => `$${index + 1}`)
    const buildInsert = defineStatement<Row>(
      `insert into ${table} (${columns.map(quoteColumn).join(', ')}) values (${places.join(', ')}) returning ${returned.map(quoteColumn).join(', ')}`,
    )
    return (values) => buildInsert(...columns.map((column) => values[column]))
  }
}

/** An update of these columns of one row, found by account and id. `returned`: the columns it returns, as `Row`. */
export function updateRow<Row>() {
  return <Table extends keyof Tables, const Column extends Name<Table>>(
    table: Table,
    columns: readonly Column[],
    returned: readonly Name<Table>[],
  ): ((key: RowKey<Table>, values: Updated<Table, Column>) => CompiledQuery<Row>) => {
    const set = columns.map((column, index) => `${quoteColumn(column)} = $${index + 3}`)
    const buildUpdate = defineStatement<Row>(
      `update ${table} set ${set.join(', ')} where account_id = $1 and id = $2 returning ${returned.map(quoteColumn).join(', ')}`,
    )
    return ({ account_id, id }, values) => buildUpdate(account_id, id, ...columns.map((column) => values[column]))
  }
}
