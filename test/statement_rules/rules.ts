/** The rules of statements, which keep each account's work on one node of a distributed database. */
import type { ColumnRef, FuncCall, Node, ParamRef, SubLink } from 'libpg-query'
import { checkAccounts } from './account_rule.ts'
import type { Catalogue } from './catalogue.ts'
import { type Level, listLevels, listNodes, parseText, readLevel, readNames } from './tree.ts'
import { checkVolatility } from './volatility.ts'

/** The rules by their numbers in docs/decisions/0049_statement_rules.md, with what each asks for. */
export const RULES = {
  R1: 'each tenant table at each query level is tied to a parameter (account_id = $n)',
  R2: 'no recursive WITH in a statement that writes',
  R3: 'no INSERT inside WITH',
  R4: 'UPDATE, DELETE and ON CONFLICT compute only what is IMMUTABLE of columns',
  R5: 'no sub-select in RETURNING of INSERT',
  R6: 'no EXISTS that is tied to an outer row under a FROM of functions only',
  R7: 'no function of ours that reads a tenant table',
  R8: 'the job queue and tenant tables are not in one statement',
  R10: 'no parameter in ON CONFLICT of an INSERT with a SELECT',
} as const

/** The number of a rule. */
export type Rule = keyof typeof RULES

/** What is wrong with a statement. */
export interface Violation {
  readonly rule: Rule
  readonly fault: string
}

const QUEUE = 'graphile_worker'

const writes = ({ kind }: Level) => kind !== 'SelectStmt'

/** The tables that a level reads or writes. */
function listTables({ kind, node, sources }: Level): readonly string[] {
  const { relname = '', schemaname } = node.relation ?? {}
  const written = kind === 'InsertStmt' ? [schemaname === undefined ? relname : `${schemaname}.${relname}`] : []
  return [...written, ...sources.flatMap(({ table }) => (table === null ? [] : [table]))]
}

function checkLevel(level: Level, catalogue: Catalogue): Violation[] {
  const { node, kind } = level
  const found: Violation[] = checkAccounts(level, catalogue.tenants).map((fault) => ({ rule: 'R1', fault }))
  if (node.withClause?.recursive === true && listLevels({ [kind]: node }).some(writes))
    found.push({ rule: 'R2', fault: 'WITH RECURSIVE writes' })
  if (level.is_expression && kind === 'InsertStmt') found.push({ rule: 'R3', fault: `WITH inserts into ${node.relation?.relname ?? ''}` })
  found.push(...checkVolatility(level, catalogue).map((fault) => ({ rule: 'R4' as const, fault })))
  if (kind === 'InsertStmt' && listNodes<SubLink>(node.returningClause, 'SubLink').length > 0)
    found.push({ rule: 'R5', fault: 'RETURNING has a sub-select' })
  if (kind === 'InsertStmt' && !hasValues(node.selectStmt) && listNodes<ParamRef>(node.onConflictClause, 'ParamRef').length > 0)
    found.push({ rule: 'R10', fault: 'ON CONFLICT of an INSERT with a SELECT has a parameter' })
  if (isOfFunctions(node.fromClause) && hasLooseExists(level, catalogue.tenants))
    found.push({ rule: 'R6', fault: 'EXISTS stands under functions only' })
  if (kind === 'InsertStmt' && insertsByExists(level, catalogue.tenants))
    found.push({ rule: 'R6', fault: 'EXISTS reads a tenant table for each row of a function that is inserted' })
  return found
}

const hasValues = (select: Node | undefined) =>
  select !== undefined && 'SelectStmt' in select && select.SelectStmt.valuesLists !== undefined

const listExists = ({ node }: Level) =>
  listNodes<SubLink>(node.whereClause, 'SubLink').filter(({ subLinkType }) => subLinkType === 'EXISTS_SUBLINK')

/** True when an EXISTS reads a table by the account of an outer row. */
function hasLooseExists(level: Level, tenants: ReadonlySet<string>): boolean {
  return listLevels(listExists(level)).some((level) => checkAccounts(level, tenants).length > 0)
}

/** True when rows of functions are inserted, and an EXISTS reads a tenant table by any column of theirs: Citus sends only a SELECT of that kind to a node. */
function insertsByExists({ node }: Level, tenants: ReadonlySet<string>): boolean {
  const select = node.selectStmt
  if (select === undefined || !('SelectStmt' in select) || !isOfFunctions(select.SelectStmt.fromClause)) return false
  const level = readLevel('SelectStmt', select.SelectStmt)
  const rows = new Set(level.sources.map(({ alias }) => alias))
  return listExists(level).some((link) => {
    const readsRow = listNodes<ColumnRef>(link, 'ColumnRef').some(({ fields }) => rows.has(readNames(fields)[0] ?? ''))
    return readsRow && listLevels(link).some((each) => listTables(each).some((table) => tenants.has(table)))
  })
}

const isOfFunctions = (from: readonly Node[] | undefined) => from !== undefined && from.every((each) => 'RangeFunction' in each)

function checkWhole(statement: Node, levels: readonly Level[], { tenants, readers }: Catalogue): Violation[] {
  if ('MergeStmt' in statement) return [{ rule: 'R1', fault: 'MERGE cannot be checked' }]
  const calls = listNodes<FuncCall>(statement, 'FuncCall')
  const names = calls.map(({ funcname }) => readNames(funcname))
  const reading = names.map((name) => name.at(-1) ?? '').filter((name) => readers.has(name))
  const found: Violation[] = reading.map((name) => ({ rule: 'R7', fault: `the function ${name} reads a tenant table` }))
  const tables = levels.flatMap(listTables)
  const hasQueue = tables.some((table) => table.startsWith(`${QUEUE}.`)) || names.some(([schema]) => schema === QUEUE)
  const tenant = tables.find((table) => tenants.has(table))
  if (hasQueue && tenant !== undefined) found.push({ rule: 'R8', fault: `the job queue and ${tenant} are in one statement` })
  return found
}

/** What the rules say of a text. @throws SqlError when PostgreSQL would not parse it either */
export function checkText(text: string, catalogue: Catalogue): readonly Violation[] {
  return parseText(text).flatMap((statement) => {
    const levels = listLevels({ statement })
    return [...levels.flatMap((level) => checkLevel(level, catalogue)), ...checkWhole(statement, levels, catalogue)]
  })
}
