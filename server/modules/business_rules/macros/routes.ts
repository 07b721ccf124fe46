// MACROS: prepared changes of tickets that people apply: list, create, change, remove, apply, their files and definitions.
// Not here: what actions mean (rules/), recording that a macro was used on a ticket (tickets/).
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import { texts } from '#http/answer_shape.ts'
import { readIds } from '#http/bulk_ids.ts'
import { urlOf, wholeList } from '#http/envelope.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { ActionDefinition } from '../rules/definition_schema.ts'
import { IdsQuery, IncludeQuery } from '../rules/schema.ts'
import { changeMacro, changeMacros, createMacro, readMacro, removeMacro, removeMacros } from './change.ts'
import { macroDefinitions, olderMacroDefinitions } from './definitions.ts'
import { OlderDefinition } from './definition_schema.ts'
import { deriveMacro } from './derive.ts'
import { listPage, presentMacros, presentOneMacro, searchPage } from './list.ts'
import { presentDerived } from './present.ts'
import { DerivedMacro, DerivedQuery, Macro, MacroBody, MacrosBody, MacrosQuery, SearchQuery } from './schema.ts'
import { listCategories } from './store.ts'

const OneMacro = Type.Object({ macro: Macro })
const ManyMacros = Type.Object({ macros: Type.Array(Macro) })

/** Applying macros is in apply_routes.ts, their files are in attachment_routes.ts. @source docs/reference/business_rules.md §2, §5.4 */
export const macroRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/macros',
    name: 'rules/macros/index',
    summary: 'List macros',
    scope: 'macros',
    query: MacrosQuery,
    answer: ManyMacros,
    handle: async (ctx, input) => answerOk(await listPage(ctx, input, 'rules/macros/index')),
  }),
  route({
    method: 'POST',
    path: '/api/v2/macros',
    name: 'rules/macros/create',
    summary: 'Create a macro',
    scope: 'macros',
    body: MacroBody,
    answer: OneMacro,
    async handle(ctx, { body }) {
      const row = await createMacro(ctx, body.macro)
      return answerNewRecord(await presentOneMacro(ctx, row), urlOf(ctx.caller.base_url, `macros/${row.id}`))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/macros/active',
    name: 'rules/macros/active',
    summary: 'List active macros',
    scope: 'macros',
    query: MacrosQuery,
    answer: ManyMacros,
    handle: async (ctx, input) => answerOk(await listPage(ctx, input, 'rules/macros/active', { active: true })),
  }),
  route({
    method: 'GET',
    path: '/api/v2/macros/search',
    name: 'rules/macros/search',
    summary: 'Search macros by title',
    scope: 'macros',
    query: SearchQuery,
    answer: ManyMacros,
    handle: async (ctx, input) => answerOk(await searchPage(ctx, input, 'rules/macros/search')),
  }),
  route({
    method: 'GET',
    path: '/api/v2/macros/categories',
    name: 'rules/macros/categories',
    summary: 'List the categories of macros',
    scope: 'macros',
    answer: Type.Object({ categories: texts }),
    async handle(ctx) {
      requirePermission(ctx, 'macro.list')
      return answerOk({ categories: await listCategories(ctx) })
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/macros/definitions',
    name: 'rules/macros/definitions',
    summary: 'Show what the actions of macros can be made of',
    scope: 'macros',
    answer: Type.Object({ definitions: Type.Object({ actions: Type.Array(ActionDefinition) }) }),
    handle: async (ctx) => answerOk({ definitions: { actions: await macroDefinitions(ctx) } }),
  }),
  route({
    method: 'GET',
    path: '/api/v2/macros/actions',
    name: 'rules/macros/actions',
    summary: 'Show what the actions of macros can be made of, in the older shape',
    scope: 'macros',
    answer: Type.Object({ actions: Type.Array(OlderDefinition) }),
    handle: async (ctx) => answerOk({ actions: await olderMacroDefinitions(ctx) }),
  }),
  route({
    method: 'GET',
    path: '/api/v2/macros/new',
    name: 'rules/macros/new',
    summary: 'Propose a macro from a macro or a ticket',
    scope: 'macros',
    query: DerivedQuery,
    answer: Type.Object({ macro: DerivedMacro }),
    handle: async (ctx, { query }) => answerOk({ macro: presentDerived(await deriveMacro(ctx, query)) }),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/macros/update_many',
    name: 'rules/macros/update_many',
    summary: 'Update the position or status of several macros',
    scope: 'macros',
    body: MacrosBody,
    answer: ManyMacros,
    async handle(ctx, { body }) {
      const rows = await changeMacros(ctx, body.macros, 'rules/macros/update_many')
      return answerOk(wholeList('macros', await presentMacros(ctx, rows)))
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/macros/destroy_many',
    name: 'rules/macros/destroy_many',
    summary: 'Delete several macros',
    scope: 'macros',
    query: IdsQuery,
    async handle(ctx, { query }) {
      await removeMacros(ctx, readIds(query.ids?.join(), 'rules/macros/destroy_many'))
      return answerNoContent()
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/macros/:id',
    name: 'rules/macros/show',
    summary: 'Show a macro',
    scope: 'macros',
    query: IncludeQuery,
    answer: OneMacro,
    handle: async (ctx, { params, query }) => answerOk(await presentOneMacro(ctx, await readMacro(ctx, params.id), query.include)),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/macros/:id',
    name: 'rules/macros/update',
    summary: 'Update a macro',
    scope: 'macros',
    body: MacroBody,
    answer: OneMacro,
    handle: async (ctx, { params, body }) => answerOk(await presentOneMacro(ctx, await changeMacro(ctx, params.id, body.macro))),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/macros/:id',
    name: 'rules/macros/destroy',
    summary: 'Delete a macro',
    scope: 'macros',
    async handle(ctx, { params }) {
      await removeMacro(ctx, params.id)
      return answerNoContent()
    },
  }),
]
