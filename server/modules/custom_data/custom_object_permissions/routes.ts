// CUSTOM OBJECT PERMISSIONS: policies of roles for the records of a custom object, and rules that restrict them to some records.
// Not here: the records (custom_object_records/), and other permissions of roles (access/, custom_roles/).
import Type from 'typebox'
import { asErrorsList } from '#core/error_formats.ts'
import { type AnyRoute, answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import { objectFields } from '../custom_object_fields/store.ts'
import {
  changeAccessRule,
  changeRolePolicy,
  createAccessRule,
  getAccessRule,
  getRolePolicy,
  getManagedObject,
  removeAccessRule,
  rolePolicies,
} from './change.ts'
import { subjectsOf } from './filter.ts'
import { presentAccessRule, presentDefinition, presentPolicy } from './present.ts'
import { AccessRule, AccessRuleBody, Definition, PermissionPolicy, PolicyBody } from './schema.ts'
import { listAccessRules } from './store.ts'

const Definitions = Type.Object({
  definitions: Type.Object({ conditions_all: Type.Array(Definition), conditions_any: Type.Array(Definition) }),
})
const OneRule = Type.Object({ access_rule: AccessRule })
const OnePolicy = Type.Object({ policy: PermissionPolicy })
const rules = '/api/v2/custom_objects/:custom_object_key/access_rules'
const oneRule = '/api/v2/custom_objects/:custom_object_key/access_rules/:id'
const policies = '/api/v2/custom_objects/:custom_object_key/permission_policies'
const common = { scope: 'custom_objects', refusal: asErrorsList, text_params: ['custom_object_key'] } as const

/** @source docs/reference/custom_objects.md §4 */
export const customObjectPermissionRoutes: AnyRoute[] = [
  route({
    ...common,
    method: 'GET',
    path: rules,
    name: 'custom_object_access_rules/index',
    summary: 'List the access rules of a custom object',
    answer: Type.Object({ access_rules: Type.Array(AccessRule) }),
    async handle(ctx, { params }) {
      const object = await getManagedObject(ctx, params.custom_object_key)
      return answerOk({ access_rules: (await listAccessRules(ctx, object.id)).map(presentAccessRule) })
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: rules,
    name: 'custom_object_access_rules/create',
    summary: 'Create an access rule of a custom object',
    body: AccessRuleBody,
    answer: OneRule,
    async handle(ctx, { params, body }) {
      const row = await createAccessRule(ctx, params.custom_object_key, body.access_rule)
      const place = urlOf(ctx.caller.base_url, `custom_objects/${params.custom_object_key}/access_rules/${row.id}`)
      return answerNewRecord({ access_rule: presentAccessRule(row) }, place)
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: `${rules}/definitions`,
    name: 'custom_object_access_rules/definitions',
    summary: 'List the conditions available in access rules of a custom object',
    answer: Definitions,
    async handle(ctx, { params }) {
      const object = await getManagedObject(ctx, params.custom_object_key)
      const subjects = subjectsOf(await objectFields(ctx, object.id)).filter((subject) => subject.name !== 'id')
      const conditions = subjects.map((subject) => presentDefinition(ctx, object.key, subject))
      return answerOk({ definitions: { conditions_all: conditions, conditions_any: conditions } })
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: oneRule,
    name: 'custom_object_access_rules/show',
    summary: 'Show an access rule of a custom object',
    answer: OneRule,
    async handle(ctx, { params }) {
      const object = await getManagedObject(ctx, params.custom_object_key)
      return answerOk({ access_rule: presentAccessRule(await getAccessRule(ctx, object, params.id)) })
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: oneRule,
    name: 'custom_object_access_rules/update',
    summary: 'Update an access rule of a custom object',
    body: AccessRuleBody,
    answer: OneRule,
    handle: async (ctx, { params, body }) =>
      answerOk({ access_rule: presentAccessRule(await changeAccessRule(ctx, params.custom_object_key, params.id, body.access_rule)) }),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: oneRule,
    name: 'custom_object_access_rules/destroy',
    summary: 'Delete an access rule of a custom object',
    async handle(ctx, { params }) {
      await removeAccessRule(ctx, params.custom_object_key, params.id)
      return answerNoContent()
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: policies,
    name: 'custom_object_permission_policies/index',
    summary: 'List the permission policies of a custom object',
    answer: Type.Object({ policies: Type.Array(PermissionPolicy) }),
    async handle(ctx, { params }) {
      const object = await getManagedObject(ctx, params.custom_object_key)
      return answerOk({ policies: (await rolePolicies(ctx, object)).map(presentPolicy) })
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: `${policies}/:role`,
    text_params: ['custom_object_key', 'role'],
    name: 'custom_object_permission_policies/show',
    summary: "Show a role's permission policy for a custom object",
    answer: OnePolicy,
    async handle(ctx, { params }) {
      const object = await getManagedObject(ctx, params.custom_object_key)
      return answerOk({ policy: presentPolicy(await getRolePolicy(ctx, object, params.role)) })
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: `${policies}/:role`,
    text_params: ['custom_object_key', 'role'],
    name: 'custom_object_permission_policies/update',
    summary: "Update a role's permission policy for a custom object",
    body: PolicyBody,
    answer: OnePolicy,
    handle: async (ctx, { params, body }) =>
      answerOk({ policy: presentPolicy(await changeRolePolicy(ctx, params.custom_object_key, params.role, body.policy)) }),
  }),
]
