/** Routes that find organizations: by ids, by name, by a prefix of the name. */
import { CountAnswer } from '#http/envelope.ts'
import { route } from '#http/route.ts'
import { answerAutocomplete, answerCount, showMany, answerSearch } from './list.ts'
import { ManyOrganizations, ManyQuery, NameBody, NameQuery, SearchQuery } from './schema.ts'

/** @source docs/reference/people.md §4 */
export const organizationFindRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/organizations/count',
    name: 'organizations/count',
    summary: 'Count organizations',
    scope: 'organizations',
    answer: CountAnswer,
    handle: (ctx) => answerCount(ctx, {}),
  }),
  route({
    method: 'GET',
    path: '/api/v2/organizations/show_many',
    name: 'organizations/show_many',
    summary: 'Show organizations by id or external id',
    scope: 'organizations',
    query: ManyQuery,
    answer: ManyOrganizations,
    handle: (ctx, { query }) => showMany(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/api/v2/organizations/search',
    name: 'organizations/search',
    summary: 'Find organizations by name or external id',
    scope: 'organizations',
    query: SearchQuery,
    answer: ManyOrganizations,
    handle: async (ctx, input) => answerSearch(ctx, input),
  }),
  route({
    method: 'GET',
    path: '/api/v2/organizations/autocomplete',
    name: 'organizations/autocomplete',
    summary: 'Find organizations by a prefix of their name',
    scope: 'organizations',
    query: NameQuery,
    answer: ManyOrganizations,
    handle: async (ctx, input) => answerAutocomplete(ctx, input.query.name ?? '', input),
  }),
  route({
    method: 'POST',
    path: '/api/v2/organizations/autocomplete',
    name: 'organizations/autocomplete',
    summary: 'Find organizations by a name prefix given in the body',
    scope: 'organizations',
    access: 'read',
    query: NameQuery,
    body: NameBody,
    answer: ManyOrganizations,
    handle: async (ctx, input) => answerAutocomplete(ctx, input.body.name ?? input.query.name ?? '', input),
  }),
]
