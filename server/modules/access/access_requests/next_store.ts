/** Loads what is needed to compute the remaining steps of access requests: two statements for any number of requests. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { allOf } from '#lib/all_of.ts'
import { type RequestProgress, type Candidate, type NextStep, nextSteps } from './next.ts'

// few users have a duty, because duties are assigned one by one; the other candidates are named in the requests
const selectCandidates = defineStatement<Candidate>(`select u.id, u.name, u.role, coalesce(p.duties, '{}') as duties
    from users u left join access_people p on p.account_id = u.account_id and p.user_id = u.id
    where u.account_id = $1 and u.id = any($2::bigint[]) and u.active and not u.suspended
  union
  select u.id, u.name, u.role, p.duties from access_people p join users u on u.account_id = p.account_id and u.id = p.user_id
    where p.account_id = $1 and u.account_id = $1 and p.duties && '{provisioner,engineer}' and u.active and not u.suspended
  order by name, id`)
const waitingSecrets = defineStatement<{ id: number }>(
  `select id from shared_secrets where account_id = $1 and id = any($2::bigint[]) and state = 'waiting' and expires_at > $3`,
)
const selectAdministrators = defineStatement<{ id: number }>(`select id from users
  where account_id = $1 and role = 'admin' and active and not suspended order by id limit 50`)

/** The remaining steps of each request, in the order of `requests`. */
export async function findNextSteps(ctx: Context, requests: readonly RequestProgress[]): Promise<NextStep[][]> {
  if (requests.length === 0) return []
  const { access } = ctx.account.settings
  const named = requests.flatMap(({ requester_id, manager_id, issued_by_id }) => [requester_id, manager_id, issued_by_id])
  const ids = [...named, access.integration_bot_id].filter((id): id is number => id !== null && id > 0)
  const secrets = requests.flatMap(({ state, shared_secret_id }) =>
    state === 'issued' && shared_secret_id !== null ? [shared_secret_id] : [],
  )
  const [people, waiting] = await allOf(
    () => ctx.db.all(selectCandidates(ctx.account.id, [...new Set(ids)])),
    () => (secrets.length === 0 ? [] : ctx.db.all(waitingSecrets(ctx.account.id, secrets, ctx.now))),
  )
  const waits = new Set(waiting.map(({ id }) => id))
  return requests.map((request) =>
    nextSteps(request, {
      people,
      access,
      now: ctx.now,
      secret_waits: request.shared_secret_id !== null && waits.has(request.shared_secret_id),
    }),
  )
}

/** The administrators to notify of steps that no one can take; at most 50. */
export async function findAdministratorIds(ctx: Context): Promise<number[]> {
  return (await ctx.db.all(selectAdministrators(ctx.account.id))).map(({ id }) => id)
}
