/** Every statement on one-time secrets. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { accountsWith } from '#db/clocks.ts'
import type { SharedSecretsTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { ensureDefined } from '#lib/defined.ts'
import type { SECRET_STATES } from './schema.ts'

type Columns = Omit<
  Selectable<SharedSecretsTable>,
  'account_id' | 'link_hash' | 'value_cipher' | 'passphrase_salt' | 'read_user_agent' | 'state'
>
export type SharedSecretState = (typeof SECRET_STATES)[number]

/** A one-time secret without its value, link and passphrase. */
export interface SharedSecretRow extends Columns {
  readonly state: SharedSecretState
  readonly has_passphrase: boolean
  readonly sender_name: string
  readonly reader_name: string
}

/** A one-time secret with its sealed value, which is null once destroyed. */
export interface SealedSecretRow extends SharedSecretRow {
  readonly value_cipher: Buffer | null
}

/** The columns of a secret to insert. Its value is stored afterwards, because it is sealed for its id. */
export type NewSharedSecret = Pick<SharedSecretRow, 'label' | 'reader_id' | 'access_request_id' | 'api_token_id'> & {
  readonly link_hash: Buffer
  readonly passphrase_salt: Buffer | null
  readonly expires_at: Date
}

/** The filters of a list of secrets: those to a reader, those from a sender, or both; and their state. */
export interface SharedSecretFilter {
  readonly reader_id?: number
  readonly sender_id?: number
  readonly state?: string
}

const COLUMNS = `s.id, s.label, s.sender_id, s.reader_id, s.access_request_id, s.api_token_id, s.state, s.failed_attempts, s.created_at, s.expires_at,
  s.read_at, s.read_ip_address, s.reopened_at, s.alerted_at, s.passphrase_salt is not null as has_passphrase, a.name as sender_name, b.name as reader_name`
const FROM = `shared_secrets s join users a on a.account_id = s.account_id and a.id = s.sender_id
  join users b on b.account_id = s.account_id and b.id = s.reader_id`
const byId = [{ key: 'id', column: 's.id', kind: 'number', descending: true }] as const

/** How lists of one-time secrets are sorted: the newest first. */
export const SHARED_SECRET_SORTING: Sorting = { fallback: byId, cursor: { id: byId }, offset: { id: byId } }

const find = defineStatement<SharedSecretRow>(`select ${COLUMNS} from ${FROM} where s.account_id = $1 and s.id = $2`)
const findLink = defineStatement<SharedSecretRow>(`select ${COLUMNS} from ${FROM} where s.account_id = $1 and s.link_hash = $2`)
const lock = defineStatement<SealedSecretRow>(
  `select ${COLUMNS}, s.value_cipher from ${FROM} where s.account_id = $1 and s.id = $2 for update of s`,
)
const selectSalt = defineStatement<{ passphrase_salt: Buffer | null }>(
  'select passphrase_salt from shared_secrets where account_id = $1 and id = $2',
)
const insert = defineStatement<{
  id: number
}>(`insert into shared_secrets (account_id, link_hash, label, sender_id, reader_id, access_request_id, api_token_id, state, passphrase_salt, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, 'waiting', $8, $9, $10) returning id`)
const putValue = defineStatement<unknown>('update shared_secrets set value_cipher = $3 where account_id = $1 and id = $2')
const selectExpiredSecrets = defineStatement<{ id: number }>(
  `select id from shared_secrets where account_id = $1 and state = 'waiting' and expires_at <= $2 order by id`,
)

/** A page of one-time secrets. */
export function listSharedSecrets(ctx: Context, filter: SharedSecretFilter, paging: Paging): Promise<Page<SharedSecretRow>> {
  const { reader_id, sender_id, state } = filter
  let query = q
    .selectFrom('shared_secrets as s')
    .innerJoin('users as a', (join) => join.onRef('a.account_id', '=', 's.account_id').onRef('a.id', '=', 's.sender_id'))
    .innerJoin('users as b', (join) => join.onRef('b.account_id', '=', 's.account_id').onRef('b.id', '=', 's.reader_id'))
    .select(['s.id', 's.label', 's.sender_id', 's.reader_id', 's.access_request_id', 's.api_token_id', 's.state', 's.failed_attempts'])
    .select(['s.created_at', 's.expires_at', 's.read_at', 's.read_ip_address', 's.reopened_at', 's.alerted_at'])
    .select((eb) => eb('s.passphrase_salt', 'is not', null).as('has_passphrase'))
    .select(['a.name as sender_name', 'b.name as reader_name'])
    .where('s.account_id', '=', ctx.account.id)
    .where((eb) => {
      const sides = [
        ...(reader_id === undefined ? [] : [eb('s.reader_id', '=', reader_id)]),
        ...(sender_id === undefined ? [] : [eb('s.sender_id', '=', sender_id)]),
      ]
      return eb.or(sides)
    })
  if (state !== undefined) query = query.where('s.state', '=', state)
  return readPage<SharedSecretRow>(ctx, query.$castTo<SharedSecretRow>(), paging)
}

/** One secret, without a check of rights; undefined when there is none. */
export function findSharedSecret(ctx: Context, id: number): Promise<SharedSecretRow | undefined> {
  return ctx.db.first(find(ctx.account.id, id))
}

/** The secret a link belongs to, by the link's hash. */
export function findSharedSecretByLink(ctx: Context, link_hash: Buffer): Promise<SharedSecretRow | undefined> {
  return ctx.db.first(findLink(ctx.account.id, link_hash))
}

/** One secret with its sealed value, with the row locked until the transaction ends. @throws NotFound */
export async function lockSharedSecret(tx: Context, id: number): Promise<SealedSecretRow> {
  return orNotFound(await tx.db.first(lock(tx.account.id, id)))
}

/** The salt of the key derived from the passphrase; null without a passphrase. It never changes. */
export async function passphraseSaltOf(ctx: Context, id: number): Promise<Buffer | null> {
  return (await ctx.db.first(selectSalt(ctx.account.id, id)))?.passphrase_salt ?? null
}

/** Inserts a secret with the caller as its sender, still without its value, and returns its id. */
export async function insertSharedSecret(tx: Context, secret: NewSharedSecret): Promise<number> {
  const { link_hash, label, reader_id, access_request_id, api_token_id, passphrase_salt, expires_at } = secret
  const statement = insert(
    tx.account.id,
    link_hash,
    label,
    tx.actor.id,
    reader_id,
    access_request_id,
    api_token_id,
    passphrase_salt,
    tx.now,
    expires_at,
  )
  return (await tx.db.one(statement)).id
}

/** Stores the sealed value of a new secret. */
export async function putSealedValue(tx: Context, id: number, value_cipher: Buffer): Promise<void> {
  await tx.db.run(putValue(tx.account.id, id, value_cipher))
}

/** The columns of a secret that can be updated. Leaving the state `waiting` destroys the value. */
export type SharedSecretChange = Partial<Pick<SharedSecretRow, 'state' | 'failed_attempts'>> & {
  readonly read_at?: Date
  readonly read_ip_address?: string | null
  readonly read_user_agent?: string | null
  readonly reopened_at?: Date
  readonly alerted_at?: Date
}

/** Updates columns of a secret, and returns the changed secret. */
export async function updateSharedSecret(tx: Context, id: number, change: SharedSecretChange): Promise<SharedSecretRow> {
  const destroyed = change.state === undefined || change.state === 'waiting' ? {} : { value_cipher: null }
  await tx.db.run(
    q
      .updateTable('shared_secrets')
      .set({ ...change, ...destroyed })
      .where('account_id', '=', tx.account.id)
      .where('id', '=', id),
  )
  return ensureDefined(await findSharedSecret(tx, id))
}

/** Selects the accounts with an expired secret that still waits. */
export const accountsWithScheduledSecrets = accountsWith('shared_secrets d', `d.state = 'waiting' and d.expires_at <= c.now`)

/** The ids of expired secrets that still wait. */
export async function findScheduledSecrets(ctx: Context): Promise<number[]> {
  return (await ctx.db.all(selectExpiredSecrets(ctx.account.id, ctx.now))).map((row) => row.id)
}
