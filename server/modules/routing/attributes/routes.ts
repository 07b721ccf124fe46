// SKILLS: attributes, the types of skills, and their values, the skills, with the conditions under which a new ticket requires one.
// Not here: who has a skill (instance_values/), and comparing tickets with conditions (tickets/tickets/write/skills.ts).
import { requirePermission } from '#permissions/permissions.ts'
import { readInclude, wholeList } from '#http/envelope.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { ticketSkills } from '#modules/tickets/tickets/skill_store.ts'
import { changeAttribute, createAttribute, removeAttribute } from './change.ts'
import { skillDefinitions } from './definitions.ts'
import { presentAttribute, presentValue } from './present.ts'
import { AttributeBody, IncludeQuery, OneAttribute, SkillDefinitions, SomeAttributes } from './schema.ts'
import { getAttribute, listAttributes } from './store.ts'
import { listAllValues } from './value_store.ts'

/** @source docs/reference/other.md §12.1 */
export const attributeRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/routing/attributes',
    name: 'routing/attributes/index',
    summary: 'List attributes',
    scope: '',
    query: IncludeQuery,
    answer: SomeAttributes,
    async handle(ctx, { query }) {
      requirePermission(ctx, 'skill.list')
      const attributes = (await listAttributes(ctx)).map((row) => presentAttribute(ctx, row))
      if (!readInclude(query.include).has('attribute_values')) return answerOk(wholeList('attributes', attributes))
      const attribute_values = (await listAllValues(ctx)).map((row) => presentValue(ctx, row))
      return answerOk(wholeList('attributes', attributes, { attribute_values }))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/routing/attributes',
    name: 'routing/attributes/create',
    summary: 'Create an attribute',
    scope: '',
    body: AttributeBody,
    answer: OneAttribute,
    async handle(ctx, { body }) {
      const attribute = presentAttribute(ctx, await createAttribute(ctx, body.attribute))
      return answerNewRecord({ attribute }, attribute.url)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/routing/attributes/definitions',
    name: 'routing/attributes/definitions',
    summary: 'List the fields that conditions of attribute values may name',
    scope: '',
    answer: SkillDefinitions,
    async handle(ctx) {
      requirePermission(ctx, 'skill.manage')
      const { catalogue } = await ticketSkills(ctx)
      const known = skillDefinitions(catalogue)
      return answerOk({ definitions: { conditions_all: known, conditions_any: known } })
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/routing/attributes/:id',
    name: 'routing/attributes/show',
    summary: 'Show an attribute',
    scope: '',
    text_params: ['id'],
    answer: OneAttribute,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'skill.manage')
      return answerOk({ attribute: presentAttribute(ctx, await getAttribute(ctx, params.id)) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/routing/attributes/:id',
    name: 'routing/attributes/update',
    summary: 'Rename an attribute',
    scope: '',
    text_params: ['id'],
    body: AttributeBody,
    answer: OneAttribute,
    handle: async (ctx, { params, body }) =>
      answerOk({ attribute: presentAttribute(ctx, await changeAttribute(ctx, params.id, body.attribute)) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/routing/attributes/:id',
    name: 'routing/attributes/destroy',
    summary: 'Delete an attribute with its values',
    scope: '',
    text_params: ['id'],
    async handle(ctx, { params }) {
      await removeAttribute(ctx, params.id)
      return answerNoContent()
    },
  }),
]
