/** Opening a one-time secret. It is here because a second attempt to open it also revokes credentials of an integration. */
import { answerOk, route, forbidCaching } from '#http/route.ts'
import { invalidateSecretOfIntegration, lockIntegrationOf } from '#modules/access/integrations/disarm.ts'
import { openSharedSecret } from '#modules/access/shared_secrets/open.ts'
import { presentSharedSecret } from '#modules/access/shared_secrets/present.ts'
import { OpenBody, OpenedSecret } from '#modules/access/shared_secrets/schema.ts'

/** Slows down guessing of passphrases and ids. */
const OPENINGS = { name: 'shared-secrets-open', limit: 30, window_seconds: 60, per: 'user' } as const

/** @source docs/reference/access_governance.md §8 */
export const openSecretRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/shared_secrets/open',
    name: 'shared_secrets/open',
    summary: 'Open a one-time secret (its reader only, once)',
    scope: '',
    json_only: true,
    body: OpenBody,
    buckets: [OPENINGS],
    answer: OpenedSecret,
    async handle(ctx, { body }) {
      const { row, value } = await openSharedSecret(ctx, body.open, { lock: lockIntegrationOf, disarm: invalidateSecretOfIntegration })
      return forbidCaching(answerOk({ shared_secret: presentSharedSecret(ctx, row), value }))
    },
  }),
]
