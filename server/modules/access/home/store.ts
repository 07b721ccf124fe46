/** SQL of the home page in one statement. Reads requests, secrets, tokens, duties and the audit log. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '#core/context.ts'
import { compileSql } from '#db/builder.ts'
import { addSeconds } from '#lib/clock.ts'
import { inRole, type ListRole } from '../access_requests/list_store.ts'

/** A waiting item. */
export interface WaitingRow {
  readonly id: number
  readonly title: string
  /** When the request or secret expires, or the token ends. */
  readonly until: string | null
}

/** The first waiting items, and their full number. */
export interface WaitingRows {
  readonly total: number
  readonly rows: readonly WaitingRow[]
}

/** The waiting items of each kind; null when the caller may not see that kind. */
export interface HomeRow {
  readonly to_approve: WaitingRows | null
  readonly to_review: WaitingRows | null
  readonly to_issue: WaitingRows | null
  readonly to_open: WaitingRows | null
  readonly ending: WaitingRows | null
  readonly steps: HomeSteps | null
  readonly is_dismissed: boolean
}

/** The steps of the set-up checklist that are read from the database. */
export interface HomeSteps {
  readonly owner_password: boolean
  readonly manager: boolean
  readonly provisioner: boolean
  readonly engineer: boolean
}

const MAX_SHOWN = 5
const ENDING_SECONDS = 21 * 86_400

/** What waits for the caller; tokens and set-up steps only for callers who manage them. */
export async function readHome(ctx: Context, sees: { readonly tokens: boolean; readonly steps: boolean }): Promise<HomeRow> {
  const nothing = sql`null::json`
  return ctx.db.one(
    compileSql<HomeRow>(sql`select ${requests(ctx, 'to_approve')} as to_approve, ${requests(ctx, 'to_review')} as to_review,
      ${requests(ctx, 'to_issue')} as to_issue, ${secrets(ctx)} as to_open,
      ${sees.tokens ? endingTokens(ctx) : nothing} as ending, ${sees.steps ? steps(ctx) : nothing} as steps,
      coalesce((select u.preferences #>> '{home,checklist_dismissed}' from users u
        where u.account_id = ${ctx.account.id} and u.id = ${ctx.actor.id}) = 'true', false) as is_dismissed`),
  )
}

/** The first rows of a list with `id`, `title` and `until`, and the length of the list. */
function selectFirstRows(list: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select json_build_object('total', count(*), 'rows', coalesce(json_agg(json_build_object('id', w.id, 'title', w.title, 'until', w.until)
    order by w.place) filter (where w.place <= ${MAX_SHOWN}), '[]')) from (${list}) w)`
}

function requests({ account, ...ctx }: Context, role: ListRole): RawBuilder<unknown> {
  return selectFirstRows(sql`select id, title, deadline_at as until, row_number() over (order by deadline_at, id) as place
    from access_requests where account_id = ${account.id} and ${inRole({ account, ...ctx }, role)}`)
}

function secrets({ account, actor, now }: Context): RawBuilder<unknown> {
  return selectFirstRows(sql`select s.id, s.label as title, s.expires_at as until, row_number() over (order by s.expires_at, s.id) as place
    from shared_secrets s where s.account_id = ${account.id} and s.reader_id = ${actor.id} and s.state = 'waiting' and s.expires_at > ${now}`)
}

function endingTokens({ account, now }: Context): RawBuilder<unknown> {
  return selectFirstRows(sql`select t.id, t.description as title, t.expires_at as until, row_number() over (order by t.expires_at, t.id) as place
    from api_tokens t where t.account_id = ${account.id} and t.active and t.expires_at > ${now} and t.expires_at <= ${addSeconds(now, ENDING_SECONDS)}`)
}

function steps({ account }: Context): RawBuilder<unknown> {
  const hasPersonSql = (condition: RawBuilder<SqlBool>) => sql`exists (select 1 from access_people p
    join users u on u.account_id = p.account_id and u.id = p.user_id
    where p.account_id = ${account.id} and u.account_id = ${account.id} and u.active and not u.suspended and ${condition})`
  const duty = (name: string) => hasPersonSql(sql<SqlBool>`u.role <> 'end-user' and ${name} = any(p.duties)`)
  return sql`json_build_object('owner_password', exists (select 1 from audit_logs a where a.account_id = ${account.id}
      and a.source_type = 'user' and a.source_id = ${account.owner_id} and a.change_description like 'Password %'),
    'manager', ${hasPersonSql(sql<SqlBool>`p.manager_id is not null`)}, 'provisioner', ${duty('provisioner')}, 'engineer', ${duty('engineer')})`
}
