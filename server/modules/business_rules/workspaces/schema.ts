// CONTEXTUAL WORKSPACES: which form, macros and apps an agent is offered with the tickets that meet conditions.
// Not here: rendering them, and what conditions mean (rules/).
import Type, { type Static } from 'typebox'
import { anyObject, flag, text, textOrNull, whole, wholeOrNull, wholes } from '#http/answer_shape.ts'
import { MAX_AT_ONCE } from '#http/bulk_ids.ts'
import { Flag, Hash, Id, idsUpTo, defineInput, listOf, Name, Text, Whole, Word, wrapInKey } from '#http/shape.ts'
import { WireRestriction } from '../rules/restriction.ts'
import { ConditionInput, WireConditions } from '../rules/schema.ts'

export const ConditionLists = defineInput({ all: listOf(ConditionInput), any: listOf(ConditionInput) })
export type ConditionLists = Static<typeof ConditionLists>

export const WorkspaceInput = defineInput({
  title: Name,
  description: Text,
  macros: idsUpTo(MAX_AT_ONCE),
  ticket_form_id: Id,
  apps: listOf(Hash),
  prefer_workspace_app_order: Flag,
  position: Whole,
  activated: Flag,
  conditions: ConditionLists,
})
export type WorkspaceInput = Static<typeof WorkspaceInput>
export const WorkspaceBody = wrapInKey('workspace', WorkspaceInput)
export const ReorderBody = wrapInKey('ids', idsUpTo(MAX_AT_ONCE))
export const IdsQuery = Type.Partial(Type.Object({ ids: Word }))

const SelectedMacro = Type.Object({ id: whole, title: text, active: flag, usage_7d: whole, restriction: WireRestriction })

export const Workspace = Type.Object({
  url: text,
  id: whole,
  title: text,
  description: textOrNull,
  macro_ids: wholes,
  macros: wholes,
  ticket_form_id: wholeOrNull,
  apps: Type.Array(anyObject),
  prefer_workspace_app_order: flag,
  position: whole,
  activated: flag,
  conditions: WireConditions,
  updated_at: text,
  created_at: text,
  selected_macros: Type.Array(SelectedMacro),
})
export const OneWorkspace = Type.Object({ workspace: Workspace })
export const SomeWorkspaces = Type.Object({ workspaces: Type.Array(Workspace) })
