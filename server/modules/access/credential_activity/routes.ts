// ACTIVITY OF CREDENTIALS: sums of the request log by credential, client, user, user agent, address and endpoint, and the radar of
// retirements. Not here: writing the log (http/request_log.ts), retirements and their simulation (auth/retirements.ts).
import { route } from '#http/route.ts'
import { readRadar } from './radar.ts'
import { readActivity } from './read.ts'
import { ActivityAnswer, ActivityQuery, RadarAnswer, RadarQuery } from './schema.ts'

/** @source docs/reference/access_governance.md §12.2 */
export const credentialActivityRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/deskhand/activity',
    name: 'deskhand/activity',
    summary: 'Summarize API calls by credential, client, user, user agent, IP address or endpoint (JSON or CSV)',
    scope: '',
    query: ActivityQuery,
    answer: ActivityAnswer,
    handle: (ctx, { query, address }) => readActivity(ctx, query, address),
  }),
  route({
    method: 'GET',
    path: '/api/v2/deskhand/radar',
    name: 'deskhand/radar',
    summary: 'List API retirements with their dates and remaining callers (JSON or CSV)',
    scope: '',
    query: RadarQuery,
    answer: RadarAnswer,
    handle: (ctx, { query }) => readRadar(ctx, query),
  }),
]
