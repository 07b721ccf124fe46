import { answerOk, route, forbidCaching } from '#http/route.ts'
import { reportLeaks } from './report.ts'
import { LeakedSecretsAnswer, LeakedSecretsBody } from './schema.ts'

/** @source docs/reference/access_governance.md §14.2 */
export const leakedSecretRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/deskhand/leaked_secrets',
    name: 'leaked_secrets/create',
    summary: 'Report leaked secrets; those issued by this instance are revoked',
    scope: null,
    anonymous: true,
    body: LeakedSecretsBody,
    answer: LeakedSecretsAnswer,
    async handle(ctx, { body }) {
      return forbidCaching(answerOk({ leaked_secrets: await reportLeaks(ctx, body.leaked_secrets) }))
    },
  }),
]
