/** R1: each tenant table of each query level is tied to a parameter, not only to a row outside. */
import type { Node } from 'libpg-query'
import { type Level, type LevelNode, readLevel, readNames } from './tree.ts'

const COLUMN = 'account_id'

/** The members of a row, or the expression itself. */
function splitRow(node: Node | undefined): readonly Node[] {
  if (node === undefined) return []
  return 'RowExpr' in node ? (node.RowExpr.args ?? []) : [node]
}

/** A parameter or a number, also with a cast: what decides which account's rows are read before any row is. */
function isGiven(node: Node | undefined): boolean {
  if (node === undefined) return false
  if ('TypeCast' in node) return isGiven(node.TypeCast.arg)
  return 'ParamRef' in node || ('A_Const' in node && node.A_Const.isnull !== true)
}

/** The alias whose `account_id` a column is; '' when it stands without one; null for anything else. */
function readAlias(node: Node | undefined): string | null {
  if (node === undefined || !('ColumnRef' in node)) return null
  const names = readNames(node.ColumnRef.fields)
  return names.at(-1) === COLUMN ? (names.at(-2) ?? '') : null
}

/** Pairs of expressions that a condition makes equal. */
function listEqual(condition: Node): readonly (readonly [Node | undefined, Node | undefined])[] {
  if (!('A_Expr' in condition)) return []
  const { kind, name, lexpr, rexpr } = condition.A_Expr
  if (kind !== 'AEXPR_OP' || readNames(name).at(-1) !== '=') return []
  const right = splitRow(rexpr)
  return splitRow(lexpr).map((left, n) => [left, right[n]] as const)
}

interface Ties {
  /** The aliases whose account is given by a parameter. */
  readonly tied: ReadonlySet<string>
  /** The alias whose `account_id` an expression is; null for anything else. */
  resolve(node: Node | undefined): string | null
}

/** Which sources of a level have their account from a parameter. */
function findTies(level: Level, tenants: ReadonlySet<string>): Ties {
  const withAccount = level.sources.filter(({ table }) => table !== null && tenants.has(table))
  // a bare column belongs to the only table that has it; where several do, PostgreSQL refuses it
  const alone = withAccount.length === 1 ? withAccount[0]?.alias : undefined
  const resolve = (node: Node | undefined) => {
    const alias = readAlias(node)
    return alias === '' ? (alone ?? null) : alias
  }
  const own = new Set(level.sources.map(({ alias }) => alias))
  const tied = new Set<string>()
  const equal = level.using.filter(({ column }) => column === COLUMN)
  for (const { node, restricts } of level.conditions) {
    for (const [left, right] of listEqual(node)) {
      const one = resolve(left)
      const other = resolve(right)
      const given = isGiven(right) ? one : isGiven(left) ? other : null
      if (given !== null && (restricts === 'all' || restricts.has(given))) tied.add(given)
      if (one !== null && other !== null && own.has(one) && own.has(other)) equal.push({ column: COLUMN, aliases: [one, other], restricts })
    }
  }
  for (let before = -1; before !== tied.size;) {
    before = tied.size
    for (const { aliases, restricts } of equal)
      if (aliases.some((alias) => tied.has(alias)))
        for (const alias of aliases) if (restricts === 'all' || restricts.has(alias)) tied.add(alias)
  }
  return { tied, resolve }
}

/** The expressions that an INSERT gives a column, one for each row; undefined for one that is not a plain value. */
function listInserted({ valuesLists, targetList }: LevelNode, column: number): readonly (Node | undefined)[] {
  if (valuesLists !== undefined) return valuesLists.map((row) => ('List' in row ? row.List.items?.[column] : undefined))
  const target = targetList?.[column]
  return [target !== undefined && 'ResTarget' in target ? target.ResTarget.val : undefined]
}

/** What is wrong with the account of the rows that an INSERT writes: a parameter, or that of a table which is tied to one. */
function checkInserted({ node }: Level, table: string, tenants: ReadonlySet<string>): string[] {
  const column = (node.cols ?? []).findIndex((each) => 'ResTarget' in each && each.ResTarget.name === COLUMN)
  const select = node.selectStmt
  if (column === -1 || select === undefined || !('SelectStmt' in select)) return [`${table} is written without ${COLUMN}`]
  const isTied = (arm: LevelNode) => {
    const ties = findTies(readLevel('SelectStmt', arm), tenants)
    return listInserted(arm, column).every((value) => isGiven(value) || ties.tied.has(ties.resolve(value) ?? ''))
  }
  return listArms(select.SelectStmt).every(isTied) ? [] : [`the ${COLUMN} that is written to ${table} is no parameter`]
}

interface Arms extends LevelNode {
  readonly larg?: Arms
  readonly rarg?: Arms
}

/** The selects that UNION and its like connect. */
function listArms(select: Arms): readonly LevelNode[] {
  const { larg, rarg } = select
  return larg === undefined || rarg === undefined ? [select] : [...listArms(larg), ...listArms(rarg)]
}

/** What R1 says of one level. */
export function checkAccounts(level: Level, tenants: ReadonlySet<string>): string[] {
  const { tied } = findTies(level, tenants)
  const loose = level.sources.filter(({ table, alias }) => table !== null && tenants.has(table) && !tied.has(alias))
  const found = loose.map(({ table, alias }) => `${table}${alias === table ? '' : ` (${alias})`} is not tied to a parameter by ${COLUMN}`)
  const written = level.kind === 'InsertStmt' ? (level.node.relation?.relname ?? '') : ''
  return tenants.has(written) ? [...found, ...checkInserted(level, written, tenants)] : found
}
