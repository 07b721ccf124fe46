/** The syntax tree of a statement as PostgreSQL's own parser makes it, and its query levels. Not here: what a rule says about them. */
import { type JoinExpr, type JoinType, loadModule, type Node, parseSync, type SelectStmt, type WithClause } from 'libpg-query'

await loadModule()

/** A table, or something else that rows come from, at one query level. */
export interface Source {
  /** The name of a table; null for a common table expression, a sub-select or a function. */
  readonly table: string | null
  readonly alias: string
}

/** Of which sources a condition decides which rows are read: all, or those that an outer join leaves out where it does not hold. */
type Restricted = ReadonlySet<string> | 'all'

/** A condition that holds for the rows which are read of some sources. */
export interface Condition {
  readonly node: Node
  readonly restricts: Restricted
}

/** A column that a join makes equal in the sources before and at it. */
interface Using {
  readonly column: string
  readonly aliases: readonly string[]
  readonly restricts: Restricted
}

/** The part of a statement that has sources of its own: the statement, an expression of WITH, a sub-select, an arm of UNION. */
export interface Level {
  readonly kind: 'SelectStmt' | 'InsertStmt' | 'UpdateStmt' | 'DeleteStmt'
  readonly node: LevelNode
  readonly sources: readonly Source[]
  /** The conditions of WHERE and of joins, without their AND. */
  readonly conditions: readonly Condition[]
  /** The joins with USING. */
  readonly using: readonly Using[]
  /** It is the expression of a WITH. */
  readonly is_expression: boolean
}

/** The members that statements of the four kinds have. */
export interface LevelNode extends Omit<SelectStmt, 'larg' | 'rarg'> {
  readonly relation?: { readonly relname?: string; readonly schemaname?: string; readonly alias?: { readonly aliasname?: string } }
  readonly usingClause?: readonly Node[]
  readonly cols?: readonly Node[]
  readonly selectStmt?: Node
  readonly onConflictClause?: { readonly targetList?: readonly Node[]; readonly whereClause?: Node }
  readonly returningClause?: { readonly exprs?: readonly Node[] }
}

const KINDS = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'] as const

/** Parses a text. @throws SqlError when PostgreSQL would not parse it either */
export function parseText(text: string): readonly Node[] {
  return (parseSync(text).stmts ?? []).flatMap(({ stmt }) => (stmt === undefined ? [] : [stmt]))
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** All nodes of one kind below a value, by the name that the parser gives them; those of sub-selects only when asked. */
export function listNodes<Kind extends object>(value: unknown, kind: string, inSubSelects = true): Kind[] {
  if (Array.isArray(value)) return value.flatMap((each) => listNodes<Kind>(each, kind, inSubSelects))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, child]) => {
    const below = name === 'SubLink' && !inSubSelects ? [] : listNodes<Kind>(child, kind, inSubSelects)
    return name === kind ? [child as Kind, ...below] : below
  })
}

/** The parts of a name, such as `schema.table` or `alias.column`; `*` for anything that is no name. */
export function readNames(names: readonly Node[] = []): string[] {
  return names.map((name) => ('String' in name ? (name.String.sval ?? '') : '*'))
}

/** The conditions that all hold where `node` does. */
function splitAnd(node: Node | undefined): Node[] {
  if (node === undefined) return []
  if ('BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR') return (node.BoolExpr.args ?? []).flatMap(splitAnd)
  return [node]
}

interface Parts {
  readonly sources: Source[]
  readonly conditions: Condition[]
  readonly using: Using[]
}

/** Adds the sources of both sides of a join, and what it asks of them. */
function addJoin({ larg, rarg, jointype, quals, usingClause = [] }: JoinExpr, ctes: ReadonlySet<string>, parts: Parts): void {
  const addSide = (side: Node | undefined) => {
    const before = parts.sources.length
    if (side !== undefined) addSource(side, ctes, parts)
    return parts.sources.slice(before).map(({ alias }) => alias)
  }
  const left = addSide(larg)
  const right = addSide(rarg)
  const optional: Partial<Record<JoinType, string[]>> = { JOIN_LEFT: right, JOIN_RIGHT: left, JOIN_FULL: [] }
  const some = optional[jointype ?? 'JOIN_INNER']
  const restricts: Restricted = some === undefined ? 'all' : new Set(some)
  parts.conditions.push(...splitAnd(quals).map((node) => ({ node, restricts })))
  for (const column of readNames(usingClause)) parts.using.push({ column, aliases: [...left, ...right], restricts })
}

function addSource(node: Node, ctes: ReadonlySet<string>, parts: Parts): void {
  if ('RangeVar' in node) {
    const { relname = '', schemaname, alias } = node.RangeVar
    const isTable = schemaname !== undefined || !ctes.has(relname)
    const table = schemaname === undefined || schemaname === 'public' ? relname : `${schemaname}.${relname}`
    parts.sources.push({ table: isTable ? table : null, alias: alias?.aliasname ?? relname })
  } else if ('JoinExpr' in node) {
    addJoin(node.JoinExpr, ctes, parts)
  } else if ('RangeSubselect' in node) parts.sources.push({ table: null, alias: node.RangeSubselect.alias?.aliasname ?? '' })
  else if ('RangeFunction' in node) parts.sources.push({ table: null, alias: node.RangeFunction.alias?.aliasname ?? '' })
}

/** The levels of the expressions of a WITH. Each sees those before it, and itself if it is recursive: its name may be that of a table. */
function listExpressions({ ctes = [], recursive = false }: WithClause, outer: ReadonlySet<string>): Level[] {
  return ctes.flatMap((expression, n) => {
    const before = ctes.slice(0, recursive ? ctes.length : n).map(nameOfExpression)
    return listLevels(expression, new Set([...outer, ...before]))
  })
}

function nameOfExpression(node: Node): string {
  return 'CommonTableExpr' in node ? (node.CommonTableExpr.ctename ?? '') : ''
}

const holdAlways = (node: Node): Condition => ({ node, restricts: 'all' })

/** The level of a statement or sub-select. `ctes`: the expressions of WITH whose names hide tables there. */
export function readLevel(kind: Level['kind'], node: LevelNode, ctes: ReadonlySet<string> = new Set(), is_expression = false): Level {
  const parts: Parts = { sources: [], conditions: splitAnd(node.whereClause).map(holdAlways), using: [] }
  if (node.relation !== undefined && kind !== 'InsertStmt') addSource({ RangeVar: node.relation }, new Set(), parts)
  for (const source of [...(node.fromClause ?? []), ...(node.usingClause ?? [])]) addSource(source, ctes, parts)
  return { kind, node, ...parts, is_expression }
}

/** All query levels of a statement; an outer one stands before those within it. */
export function listLevels(value: unknown, ctes: ReadonlySet<string> = new Set(), isExpression = false): Level[] {
  if (Array.isArray(value)) return value.flatMap((each) => listLevels(each, ctes))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, child]: [string, unknown]) => {
    const kind = isObject(child) && 'limitOption' in child ? 'SelectStmt' : KINDS.find((each) => each === name)
    if (kind === undefined) return listLevels(child, ctes, name === 'ctequery')
    const node = child as LevelNode
    const { withClause = {}, ...rest } = node
    const visible = new Set([...ctes, ...(withClause.ctes ?? []).map(nameOfExpression)])
    return [readLevel(kind, node, visible, isExpression), ...listExpressions(withClause, ctes), ...listLevels(rest, visible)]
  })
}
