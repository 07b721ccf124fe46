import Type from 'typebox'
import { answerNewRecord, answerOk, route, forbidCaching } from '#http/route.ts'
import { defineInput, Whole } from '#http/shape.ts'
import { accessRequestUrl } from '../present.ts'
import { showAccessRequest } from '../read.ts'
import { presentApiToken } from '#modules/access/api_tokens/present.ts'
import { Impact } from '#modules/access/api_tokens/schema.ts'
import { presentIntegration } from '#modules/access/integrations/present.ts'
import { loadHoldings } from '#modules/access/integrations/read.ts'
import { presentSharedSecret } from '#modules/access/shared_secrets/present.ts'
import { handOverGrant } from './hand_over.ts'
import { grantImpact } from './impact.ts'
import { issueGrant } from './issue.ts'
import { revokeGrant } from './revoke.ts'
import { rotateGrant } from './rotate.ts'
import {
  HandOverAnswer,
  HandOverBody,
  IssueAnswer,
  IssueBody,
  RevocationAnswer,
  RevocationBody,
  RotationAnswer,
  RotationBody,
} from './schema.ts'

/** @source docs/reference/specification.md §5.6.4, §5.6.7, §5.6.8, §5.7; docs/reference/access_governance.md §9 */
export const accessRequestGrantRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/access_requests/:id/issue',
    name: 'access_requests/issue',
    summary: 'Issue the API token of an accepted access request',
    scope: '',
    body: IssueBody,
    answer: IssueAnswer,
    async handle(ctx, { params, body }) {
      const { request, api_token, token, shared_secret } = await issueGrant(ctx, params.id, body.issue ?? {})
      const shown = presentApiToken(ctx, api_token, false)
      const answer = {
        access_request: await showAccessRequest(ctx, request),
        api_token: token === null ? shown : { ...shown, token },
        shared_secret: shared_secret === null ? null : presentSharedSecret(ctx, shared_secret),
      }
      return forbidCaching(answerNewRecord(answer, accessRequestUrl(ctx, request.id)))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/access_requests/:id/hand_over',
    name: 'access_requests/hand_over',
    summary: 'Send the value of an issued API token to the requester as a one-time secret',
    scope: '',
    body: HandOverBody,
    answer: HandOverAnswer,
    async handle(ctx, { params, body }) {
      const { request, shared_secret } = await handOverGrant(ctx, params.id, body.hand_over)
      return forbidCaching(
        answerOk({ access_request: await showAccessRequest(ctx, request), shared_secret: presentSharedSecret(ctx, shared_secret) }),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/access_requests/:id/rotate',
    name: 'access_requests/rotate',
    summary: 'Rotate the credential and send the new value to the requester as a one-time secret',
    scope: '',
    body: RotationBody,
    answer: RotationAnswer,
    async handle(ctx, { params, body }) {
      const { request, api_token, integration, shared_secret } = await rotateGrant(ctx, params.id, body.rotation ?? {})
      const answer = {
        access_request: await showAccessRequest(ctx, request),
        api_token: api_token === null ? null : presentApiToken(ctx, api_token, false),
        integration: integration === null ? null : presentIntegration(ctx, integration, await loadHoldings(ctx, [integration])),
        shared_secret: presentSharedSecret(ctx, shared_secret),
      }
      return forbidCaching(answerNewRecord(answer, accessRequestUrl(ctx, request.id)))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/access_requests/:id/impact',
    name: 'access_requests/impact',
    summary: 'Show the callers and endpoints that revoking the API token would affect',
    scope: '',
    query: defineInput({ days: Whole }),
    answer: Type.Object({ impact: Impact }),
    handle: async (ctx, { params, query }) => answerOk({ impact: await grantImpact(ctx, params.id, query.days) }),
  }),
  route({
    method: 'POST',
    path: '/api/v2/access_requests/:id/revoke',
    name: 'access_requests/revoke',
    summary: 'Revoke an access request and its credential',
    scope: '',
    body: RevocationBody,
    answer: RevocationAnswer,
    async handle(ctx, { params, body }) {
      return answerOk({ access_request: await showAccessRequest(ctx, await revokeGrant(ctx, params.id, body.step)) })
    },
  }),
]
