/**
 * The views and triggers of a fresh instance, for one that an older version has made: added at the first start after the upgrade, once, and
 * switched off, so that nobody is mailed who was not before. Not here: what they are (fresh_views.ts, fresh_triggers.ts).
 */
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import { toJson } from '#db/types.ts'
import { FRESH_VIEWS } from './fresh_views.ts'
import { freshTriggerRows, insertTriggers } from './fresh_triggers.ts'
import { lockAccountById } from './lock.ts'
import { recordAsSystem } from './system_audit.ts'

/** What was added to one instance, by title. */
export interface AddedRules {
  readonly subdomain: string
  readonly views: readonly string[]
  readonly triggers: readonly string[]
}

const selectIncompleteAccounts = defineStatement<{ id: number }>(
  'select id from accounts where not has_standard_rules and move_state is null order by id',
)
const lock = defineStatement<{ name: string; subdomain: string }>(
  'select name, subdomain from accounts where id = $1 and not has_standard_rules for no key update',
)
const finish = defineStatement<unknown>('update accounts set has_standard_rules = true where id = $1')
const addViews = defineStatement<{
  title: string
}>(`insert into views (account_id, key, title, active, position, conditions, output, created_at, updated_at)
  select $1, v.key, v.title, false, v.position, v.conditions, v.output, $2, $2
  from rows from (jsonb_to_recordset($3::jsonb) as (key text, title text, position integer, conditions jsonb, output jsonb))
    with ordinality as v (key, title, position, conditions, output, place)
  where v.key <> all (array(select w.key from views w where w.account_id = $1 and w.key is not null)) order by v.place
  returning title`)
const triggerKeys = defineStatement<{ key: string }>('select key from triggers where account_id = $1')

/** Adds what is missing to every instance that an older version has made. @returns those that got something */
export async function addStandardRules(db: Db, now: Date): Promise<AddedRules[]> {
  const added: AddedRules[] = []
  for (const { id } of await db.all(selectIncompleteAccounts())) {
    const one = await db.transaction((tx) => addTo(tx, id, now))
    if (one !== undefined && one.views.length + one.triggers.length > 0) added.push(one)
  }
  return added
}

async function addTo(tx: Db, accountId: number, now: Date): Promise<AddedRules | undefined> {
  await lockAccountById(tx, accountId)
  const account = await tx.first(lock(accountId))
  if (account === undefined) return undefined // another process has done it meanwhile
  const views = (await tx.all(addViews(accountId, now, toJson(FRESH_VIEWS)))).map(({ title }) => title)
  const keys = new Set((await tx.all(triggerKeys(accountId))).map(({ key }) => key))
  const missing = freshTriggerRows.filter(({ key }) => !keys.has(key)).map((row) => ({ ...row, active: false }))
  if (missing.length > 0) await insertTriggers(tx, accountId, now, missing)
  const triggers = missing.map(({ title }) => title)
  await tx.run(finish(accountId))
  if (views.length + triggers.length > 0)
    await recordAsSystem(tx, accountId, now, {
      source_type: 'account',
      source_id: accountId,
      source_label: account.name,
      action: 'update',
      change_description: `Added after the upgrade, switched off: ${views.length} views and ${triggers.length} triggers of a fresh instance`,
      details: { views, triggers },
    })
  return { subdomain: account.subdomain, views, triggers }
}
