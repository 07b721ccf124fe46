/**
 * Names e-mail addresses that look like another one, for administrators to merge the two people: those that an upgrade could not bring into
 * the one form of addresses, because another row has it. Once, at the first start after the upgrade. See docs/decisions/0042_text_forms.md.
 */
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import { addressKey } from '#lib/text_forms.ts'
import { lockAccountById } from './lock.ts'
import { recordAsSystem } from './system_audit.ts'

/** How many were named in one instance. */
export interface NamedTwins {
  readonly subdomain: string
  readonly addresses: number
  /** How many more there are than are named. */
  readonly unnamed: number
}

interface Owned {
  readonly value: string
  readonly user_id: number
  readonly name: string
}

/** So many of one instance are named: each is an entry of the audit log. */
const MAX_NAMED = 1000

const incomplete = defineStatement<{ id: number }>(
  'select id from accounts where not has_named_twin_addresses and move_state is null order by id',
)
const lock = defineStatement<{ subdomain: string }>(
  'select subdomain from accounts where id = $1 and not has_named_twin_addresses for no key update',
)
const finish = defineStatement<unknown>('update accounts set has_named_twin_addresses = true where id = $1')
const selectOwned = (condition: string) => `select i.value, i.user_id, u.name from user_identities i
  join users u on u.account_id = i.account_id and u.id = i.user_id
  where i.account_id = $1 and u.account_id = $1 and i.type = 'email' and ${condition} order by i.id`
// what is all visible ASCII has the form
const unusual = defineStatement<Owned>(selectOwned("i.value !~ '^[!-~]*$'"))
const plain = defineStatement<Owned>(selectOwned('lower(i.value) = any($2::text[])'))

/** Names them in the audit log of every instance that an older version has made. @returns those that have some */
export async function recordTwinAddresses(db: Db, now: Date): Promise<NamedTwins[]> {
  const named: NamedTwins[] = []
  for (const { id } of await db.all(incomplete())) {
    const one = await db.transaction((tx) => nameTwinsOf(tx, id, now))
    if (one !== undefined && one.addresses > 0) named.push(one)
  }
  return named
}

async function nameTwinsOf(tx: Db, accountId: number, now: Date): Promise<NamedTwins | undefined> {
  await lockAccountById(tx, accountId)
  const account = await tx.first(lock(accountId))
  if (account === undefined) return undefined // another process has done it meanwhile
  const kept = (await tx.all(unusual(accountId))).filter(({ value }) => value.toLowerCase() !== addressKey(value))
  const holders = kept.length === 0 ? [] : await tx.all(plain(accountId, [...new Set(kept.map(({ value }) => addressKey(value)))]))
  const holderOf = new Map(holders.map((holder) => [holder.value.toLowerCase(), holder]))
  const twins = kept.flatMap((one) => {
    const holder = holderOf.get(addressKey(one.value))
    return holder === undefined ? [] : [{ kept: one, holder }]
  })
  const named = twins.slice(0, MAX_NAMED)
  for (const { kept: one, holder } of named)
    await recordAsSystem(tx, accountId, now, {
      source_type: 'user',
      source_id: one.user_id,
      source_label: one.name,
      action: 'update',
      change_description: describeTwin(one, holder),
      details: { address: one.value, other_user_id: holder.user_id },
    })
  await tx.run(finish(accountId))
  return { subdomain: account.subdomain, addresses: twins.length, unnamed: twins.length - named.length }
}

function describeTwin({ user_id }: Owned, holder: Owned): string {
  const what = `Has ${holder.value} written with other or invisible characters`
  if (holder.user_id === user_id) return `${what}, and as it should be, too: remove one of the two`
  return `${what}, which is the address of ${holder.name} (user ${holder.user_id}): remove one of them, or merge the two if they are end users`
}
