// CONTEXTUAL WORKSPACES: which form and apps an agent is offered with the tickets that meet conditions.
// Not here: rendering them, and what conditions mean (rules/).
import Type, { type Static } from 'typebox'
import { MOST_AT_ONCE } from '../../../http/bulk_ids.ts'
import { Flag, Hash, Id, Ids, idsUpTo, input, listOf, Name, Text, Whole, Word, wrapped } from '../../../http/shape.ts'

const ConditionInput = input({
  field: Word,
  operator: Word,
  value: Type.Unsafe<string | null | string[]>({ anyOf: [{ type: ['string', 'null'] }, { type: 'array', items: { type: 'string' } }] }),
})
export const ConditionLists = input({ all: listOf(ConditionInput), any: listOf(ConditionInput) })
export type ConditionLists = Static<typeof ConditionLists>

export const WorkspaceInput = input({
  title: Name,
  description: Text,
  macros: Ids,
  ticket_form_id: Id,
  apps: listOf(Hash),
  prefer_workspace_app_order: Flag,
  position: Whole,
  activated: Flag,
  conditions: ConditionLists,
})
export type WorkspaceInput = Static<typeof WorkspaceInput>
export const WorkspaceBody = wrapped('workspace', WorkspaceInput)
export const ReorderBody = wrapped('ids', idsUpTo(MOST_AT_ONCE))
export const IdsQuery = Type.Partial(Type.Object({ ids: Word }))

const Condition = Type.Object({ field: Type.String(), operator: Type.String(), value: Type.Unknown() })
export const WireConditions = Type.Object({ all: Type.Array(Condition), any: Type.Array(Condition) })
const Workspace = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  title: Type.String(),
  description: Type.Union([Type.String(), Type.Null()]),
  macro_ids: Type.Array(Type.Integer()),
  macros: Type.Array(Type.Integer()),
  ticket_form_id: Type.Union([Type.Integer(), Type.Null()]),
  apps: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  prefer_workspace_app_order: Type.Boolean(),
  position: Type.Integer(),
  activated: Type.Boolean(),
  conditions: WireConditions,
  updated_at: Type.String(),
  created_at: Type.String(),
  selected_macros: Type.Array(Type.Unknown()),
})
export const OneWorkspace = Type.Object({ workspace: Workspace })
export const SomeWorkspaces = Type.Object({ workspaces: Type.Array(Workspace) })
