/**
 * R4: what an UPDATE, a DELETE or an ON CONFLICT computes of columns has one value wherever it is computed. Whether a function is IMMUTABLE
 * is read from the database; of operators and casts only those between moments, intervals and texts are not.
 */
import type { A_Expr, ColumnRef, FuncCall, Node, TypeCast } from 'libpg-query'
import type { Catalogue } from './catalogue.ts'
import { type Level, listNodes, readNames } from './tree.ts'

const MOMENTS: ReadonlySet<string> = new Set(['timestamptz', 'timestamp', 'date', 'time', 'timetz'])
const TEXTS: ReadonlySet<string> = new Set(['text', 'varchar', 'bpchar', 'citext'])

const lastName = (names: readonly Node[] | undefined) => readNames(names).at(-1) ?? ''

const hasColumn = (value: unknown) => listNodes<ColumnRef>(value, 'ColumnRef').length > 0

function isInterval(node: Node | undefined): boolean {
  if (node === undefined) return false
  if ('TypeCast' in node) return lastName(node.TypeCast.typeName?.names) === 'interval'
  if ('FuncCall' in node) return lastName(node.FuncCall.funcname) === 'make_interval'
  if (!('A_Expr' in node)) return false
  const { lexpr, rexpr } = node.A_Expr
  return isInterval(lexpr) && (lastName(node.A_Expr.name) === '*' || isInterval(rexpr))
}

/** `timestamptz - interval` depends on the time zone of the session. */
function checkOperator({ name, lexpr, rexpr }: A_Expr): string[] {
  const operator = lastName(name)
  const [one, other] = isInterval(rexpr) ? [rexpr, lexpr] : [lexpr, rexpr]
  const isStable = (operator === '+' || operator === '-') && isInterval(one) && !isInterval(other)
  return isStable && hasColumn([lexpr, rexpr]) ? [`a moment ${operator} an interval is STABLE`] : []
}

function checkCast({ arg, typeName }: TypeCast, { moments }: Catalogue): string[] {
  if (arg === undefined || !hasColumn(arg)) return []
  const type = lastName(typeName?.names)
  const isMoment = 'ColumnRef' in arg && moments.has(lastName(arg.ColumnRef.fields))
  const isStable = isMoment ? TEXTS.has(type) || (MOMENTS.has(type) && type !== 'timestamptz') : MOMENTS.has(type)
  return isStable ? [`the cast of a column to ${type} is STABLE`] : []
}

function checkFunction(call: FuncCall, catalogue: Catalogue, isStrict: boolean): string[] {
  const name = lastName(call.funcname)
  const count = call.args?.length ?? 0
  const fitting = (catalogue.functions.get(name) ?? []).filter(({ least, most }) => least <= count && count <= most)
  if (fitting.some(({ volatility }) => volatility === 'v')) return [`the function ${name} is VOLATILE`]
  const isStable = fitting.some(({ volatility }) => volatility === 's')
  return isStable && (isStrict || hasColumn(call.args)) ? [`the function ${name} is STABLE`] : []
}

/** `isStrict`: no function may be STABLE, with columns or without. */
function checkExpressions(value: unknown, catalogue: Catalogue, isStrict: boolean): string[] {
  return [
    ...listNodes<FuncCall>(value, 'FuncCall', false).flatMap((call) => checkFunction(call, catalogue, isStrict)),
    ...listNodes<A_Expr>(value, 'A_Expr', false).flatMap(checkOperator),
    ...listNodes<TypeCast>(value, 'TypeCast', false).flatMap((cast) => checkCast(cast, catalogue)),
  ]
}

/** What R4 says of one level. */
export function checkVolatility({ kind, node, conditions }: Level, catalogue: Catalogue): string[] {
  if (kind === 'InsertStmt') return checkExpressions(node.onConflictClause, catalogue, true)
  if (kind === 'SelectStmt') return []
  return checkExpressions([node.targetList, conditions.map((each) => each.node), node.returningClause], catalogue, false)
}
