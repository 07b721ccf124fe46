/** What a migration must leave out, so that tables can be distributed by account. */
import type { AlterTableCmd, AlterTableStmt, ColumnDef, Constraint, CreateStmt, Node } from 'libpg-query'
import { listNodes, parseText } from './tree.ts'

/** Changes rows of other tables, or of several, when a referenced row changes. */
const CASCADES: ReadonlySet<string> = new Set(['c', 'n', 'd'])

const isForeign = ({ contype }: Constraint) => contype === 'CONSTR_FOREIGN'

function checkCreate({ relation, tableElts }: CreateStmt, tenants: ReadonlySet<string>): string[] {
  const inline = listNodes<Constraint>(tableElts, 'Constraint').filter(isForeign)
  const found = inline.flatMap(({ pktable }) => (pktable?.relname !== undefined && tenants.has(pktable.relname) ? [pktable.relname] : []))
  return [
    ...found.map((table) => `create table references ${table}: add the constraint by a statement of its own`),
    ...(relation?.relpersistence === 'u' ? ['an UNLOGGED table cannot be moved to another node'] : []),
  ]
}

function checkAlter({ cmds = [] }: AlterTableStmt): string[] {
  const list = cmds.flatMap((cmd): AlterTableCmd[] => ('AlterTableCmd' in cmd ? [cmd.AlterTableCmd] : []))
  const adds = (cmd: AlterTableCmd) => cmd.subtype === 'AT_AddConstraint'
  const ofColumn = listNodes<ColumnDef>(cmds, 'ColumnDef').some(({ constraints }) =>
    listNodes<Constraint>(constraints, 'Constraint').some(isForeign),
  )
  return [
    ...(list.length > 1 && list.some(adds) ? ['add constraint stands beside another subcommand: make two statements'] : []),
    ...(ofColumn ? ['add column has a reference: add the constraint by a statement of its own'] : []),
    ...(list.some(({ subtype }) => subtype === 'AT_SetUnLogged') ? ['an UNLOGGED table cannot be moved to another node'] : []),
  ]
}

function checkReferences(statement: Node): string[] {
  return listNodes<Constraint>(statement, 'Constraint')
    .filter(isForeign)
    .flatMap(({ fk_upd_action = '', fk_del_action = '' }) => [
      ...(CASCADES.has(fk_upd_action) ? ['a reference has ON UPDATE CASCADE, SET NULL or SET DEFAULT'] : []),
      ...(fk_del_action === 'n' || fk_del_action === 'd' ? ['a reference has ON DELETE SET NULL or SET DEFAULT'] : []),
    ])
}

/** What is wrong with a migration, in sentences. @throws SqlError when PostgreSQL would not parse it */
export function checkMigration(text: string, tenants: ReadonlySet<string>): string[] {
  return parseText(text).flatMap((statement) => [
    ...('CreateStmt' in statement ? checkCreate(statement.CreateStmt, tenants) : []),
    ...('AlterTableStmt' in statement ? checkAlter(statement.AlterTableStmt) : []),
    ...('CreateTrigStmt' in statement ? ['a table has a trigger'] : []),
    ...checkReferences(statement),
  ])
}
