/** The client that a request would save, and the rights it needs. */
import { readActor } from '#auth/actors.ts'
import type { Context } from '#core/context.ts'
import { Forbidden, refuseInvalid } from '#core/errors.ts'
import { checkClient, type ClientDraft } from './check.ts'
import { readNetwork } from '#lib/networks.ts'
import type { OAuthClientInput } from './schema.ts'
import { isIdentifierTaken, type OAuthClientMembers, type OAuthClientRow } from './store.ts'

/** The given members merged into the previous client. By default a new one acts as its creator and is confidential. */
export function draftClient(given: OAuthClientInput, before: Partial<OAuthClientRow> & { readonly user_id: number }): ClientDraft {
  const text = (value: string | null | undefined, old: string | null | undefined) =>
    value === undefined ? (old ?? '') : (value ?? '').trim()
  return {
    name: text(given.name, before.name),
    identifier: text(given.identifier, before.identifier),
    company: text(given.company, before.company),
    description: text(given.description, before.description),
    redirect_uri: given.redirect_uri === undefined ? (before.redirect_uri ?? []) : toList(given.redirect_uri ?? []),
    kind: given.kind || before.kind || 'confidential',
    scopes: given.scopes === undefined ? (before.scopes ?? null) : given.scopes === null ? null : toList(given.scopes),
    user_id: given.user_id ?? before.user_id,
    allowed_ips: given.allowed_ips === undefined ? (before.allowed_ips ?? null) : networks(toList(given.allowed_ips ?? [])),
    per_minute: given.per_minute === undefined ? (before.per_minute ?? null) : given.per_minute,
    may_act_in_person: given.may_act_in_person ?? before.may_act_in_person ?? false,
  }
}

/** Normalises networks. Invalid entries stay for the check to report. An empty list means no restriction. */
function networks(given: readonly string[]): string[] | null {
  return given.length === 0 ? null : [...new Set(given.map((text) => readNetwork(text) ?? text))]
}

/** A draft as it is stored. */
export function toRow(draft: ClientDraft): OAuthClientMembers {
  const copy = (list: readonly string[] | null) => (list === null ? null : [...list])
  return { ...draft, redirect_uri: [...draft.redirect_uri], scopes: copy(draft.scopes), allowed_ips: copy(draft.allowed_ips) }
}

function toList(given: string[] | string): string[] {
  const list = typeof given === 'string' ? given.split(/\s+/) : given
  return [...new Set(list.map((item) => item.trim()).filter(Boolean))]
}

/** Members that another administrator could change to act as the client's user, or as users who consent: codes go to its redirect URIs. */
const GUARDED: readonly (keyof ClientDraft)[] = [
  'redirect_uri',
  'kind',
  'scopes',
  'user_id',
  'allowed_ips',
  'identifier',
  'may_act_in_person',
]

/**
 * A client acts as its user, so only the account's owner may make one act as another user.
 * @throws Forbidden
 */
export function requireOwnUser(ctx: Context, user_id: number): void {
  if (ctx.actor.is_owner || user_id === ctx.actor.id) return
  throw new Forbidden('Only the account owner may make an OAuth client act as another user.')
}

/**
 * Only the user a client acts as, and the account's owner, may change its secret and the members of {@link GUARDED}, with which others
 * could act as that user. Other administrators may describe, rate-limit and delete it. A client that acts as the account's owner can be
 * changed only by the owner.
 * @throws Forbidden naming the members and who may change them
 */
export function requireOwnership(ctx: Context, { user_id }: { readonly user_id: number }, changes: readonly string[]): void {
  if (ctx.actor.is_owner || user_id === ctx.actor.id) return
  const guarded = user_id === ctx.account.owner_id ? changes : changes.filter((change) => !isHarmless(change))
  if (guarded.length === 0) return
  throw new Forbidden(
    `This OAuth client acts as another user. Only that user and the account owner may change: ${guarded.join(', ')}. Another administrator may delete it.`,
  )
}

const isHarmless = (change: string) => change !== 'secret' && !(GUARDED as readonly string[]).includes(change)

/** Validates a client to save. `before` is the previous client, with the id 0 for a new one. @throws RecordInvalid with all problems */
export async function refuseInvalidClient(
  ctx: Context,
  draft: ClientDraft,
  before: { readonly id: number; readonly user_id: number; readonly scopes?: readonly string[] | null },
): Promise<void> {
  const taken = draft.identifier !== '' && (await isIdentifierTaken(ctx, draft.identifier, before.id))
  const owner = draft.user_id === before.user_id ? 'kept' : (await readActor(ctx, draft.user_id))?.actor.role
  const isCeilingKept = before.scopes !== undefined && JSON.stringify(before.scopes) === JSON.stringify(draft.scopes)
  refuseInvalid(checkClient(draft, { taken, owned: owner === 'kept' || owner === 'admin', isCeilingKept }))
}
