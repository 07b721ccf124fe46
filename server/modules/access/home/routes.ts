// HOME PAGE: what waits for the caller, and the set-up checklist of a new account. Reads tables of other folders; has none of its own.
// Not here: the lists themselves (access_requests/, shared_secrets/, api_tokens/), the settings (account_settings/), duties (people/).
import { answerOk, route } from '#http/route.ts'
import { dismissChecklist, readHomePage } from './read.ts'
import { HomeBody, OneHome } from './schema.ts'

const path = '/api/v2/deskhand/home'

export const homeRoutes = [
  route({
    method: 'GET',
    path,
    name: 'deskhand/home/show',
    summary: "Show the caller's pending work, and for administrators the set-up checklist",
    scope: '',
    answer: OneHome,
    handle: async (ctx) => answerOk({ home: await readHomePage(ctx) }),
  }),
  route({
    method: 'PUT',
    path,
    name: 'deskhand/home/update',
    summary: 'Dismiss or restore the set-up checklist',
    scope: '',
    body: HomeBody,
    answer: OneHome,
    handle: async (ctx, { body }) => answerOk({ home: await dismissChecklist(ctx, body.home.checklist_dismissed === true) }),
  }),
]
