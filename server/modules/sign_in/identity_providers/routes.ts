import { requirePermission } from '#permissions/permissions.ts'
import { listEnvelope, urlOf } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { changeIdentityProvider, createIdentityProvider, removeIdentityProvider, removeLink } from './change.ts'
import { presentIdentityProvider, presentLink } from './present.ts'
import { IdentityProviderBody, OneIdentityProvider, SomeIdentityProviders, SomeLinks } from './schema.ts'
import { BY_ID, getIdentityProvider, listIdentityProviders, listLinks } from './store.ts'

const path = '/api/v2/identity_providers'

export const identityProviderRoutes = [
  route({
    method: 'GET',
    path,
    name: 'identity_providers/index',
    summary: 'List identity providers',
    scope: '',
    query: listQuery({}),
    answer: SomeIdentityProviders,
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'identity_provider.manage')
      const page = await listIdentityProviders(ctx, readPaging(query, BY_ID, 'identity_providers/index'))
      const rows = page.rows.map((row) => presentIdentityProvider(ctx, row))
      return answerOk(listEnvelope(address, 'identity_providers', page, rows))
    },
  }),
  route({
    method: 'POST',
    path,
    name: 'identity_providers/create',
    summary: 'Set up an identity provider',
    scope: '',
    body: IdentityProviderBody,
    answer: OneIdentityProvider,
    async handle(ctx, { body }) {
      const row = await createIdentityProvider(ctx, body.identity_provider)
      return answerNewRecord(
        { identity_provider: presentIdentityProvider(ctx, row) },
        urlOf(ctx.caller.base_url, `identity_providers/${row.id}`),
      )
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:id`,
    name: 'identity_providers/show',
    summary: 'Show an identity provider',
    scope: '',
    answer: OneIdentityProvider,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'identity_provider.manage')
      return answerOk({ identity_provider: presentIdentityProvider(ctx, await getIdentityProvider(ctx, params.id)) })
    },
  }),
  route({
    method: 'PUT',
    path: `${path}/:id`,
    name: 'identity_providers/update',
    summary: 'Change an identity provider',
    scope: '',
    body: IdentityProviderBody,
    answer: OneIdentityProvider,
    handle: async (ctx, { params, body }) =>
      answerOk({ identity_provider: presentIdentityProvider(ctx, await changeIdentityProvider(ctx, params.id, body.identity_provider)) }),
  }),
  route({
    method: 'DELETE',
    path: `${path}/:id`,
    name: 'identity_providers/destroy',
    summary: 'Remove an identity provider',
    scope: '',
    async handle(ctx, { params }) {
      await removeIdentityProvider(ctx, params.id)
      return answerNoContent()
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:identity_provider_id/links`,
    name: 'identity_provider_links/index',
    summary: "List an identity provider's links between subjects and users",
    scope: '',
    query: listQuery({}),
    answer: SomeLinks,
    async handle(ctx, { params, query, address }) {
      requirePermission(ctx, 'identity_provider.manage')
      const { id } = await getIdentityProvider(ctx, params.identity_provider_id)
      const page = await listLinks(ctx, id, readPaging(query, BY_ID, 'identity_provider_links/index'))
      return answerOk(listEnvelope(address, 'identity_provider_links', page, page.rows.map(presentLink)))
    },
  }),
  route({
    method: 'DELETE',
    path: `${path}/:identity_provider_id/links/:id`,
    name: 'identity_provider_links/destroy',
    summary: 'Remove the link between a subject and a user',
    scope: '',
    async handle(ctx, { params }) {
      await removeLink(ctx, params.identity_provider_id, params.id)
      return answerNoContent()
    },
  }),
]
