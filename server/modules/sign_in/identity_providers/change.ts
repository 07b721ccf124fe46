/**
 * The acts on identity providers and their links. A provider decides who signs in as which user, so only a person with all scopes sets one
 * up.
 */
import { isAnotherActive } from '#auth/single_sign_on.ts'
import { refuseDuplicates } from '#http/unique_values.ts'
import { keysOf } from '#lib/objects.ts'
import { requireInPerson } from '#auth/in_person.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { seal } from '#auth/cipher.ts'
import { requireEveryScope } from '#auth/scopes.ts'
import { closeSessionsThrough } from '#auth/sessions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { RecordInvalid, refuseInvalid, orNotFound } from '#core/errors.ts'
import { type AuditEntry, recordConfigurationChange } from '#modules/common/audit_logs/record_store.ts'
import { checkProvider, type DraftProvider } from './check.ts'
import type { IdentityProviderInput } from './schema.ts'
import {
  deleteIdentityProvider,
  deleteLink,
  deleteLinkOfUser,
  getIdentityProvider,
  type IdentityProviderRow,
  insertIdentityProvider,
  isNameTaken,
  lockIdentityProvider,
  NAME_TAKEN,
  updateIdentityProvider,
} from './store.ts'

/** The context that a provider's secret is encrypted for. */
export const secretContext = (ctx: Context, id: number) => `identity_provider:${ctx.account.id}:${id}`

const FIRST_SHOWN = 4
const NEW_PROVIDER: DraftProvider = {
  name: '',
  issuer: '',
  client_id: '',
  allowed_domains: [],
  link_by_verified_email: false,
  active: true,
}

function draftProvider(before: DraftProvider, input: IdentityProviderInput): DraftProvider {
  const domains = input.allowed_domains ?? before.allowed_domains
  return {
    name: (input.name ?? before.name).trim(),
    issuer: (input.issuer ?? before.issuer).trim(),
    client_id: (input.client_id ?? before.client_id).trim(),
    allowed_domains: [...new Set(domains.map((domain) => domain.trim().toLowerCase()))],
    link_by_verified_email: input.link_by_verified_email ?? before.link_by_verified_email,
    active: input.active ?? before.active,
  }
}

function requireManaging(ctx: Context): void {
  requirePermission(ctx, 'identity_provider.manage')
  requireEveryScope(ctx.auth)
  requireInPerson(ctx)
}

function sealedSecret(ctx: Context, id: number, secret: string) {
  return {
    client_secret_cipher: seal(ctx.services.pepper, secret, secretContext(ctx, id)),
    visible_client_secret: `${secret.slice(0, FIRST_SHOWN)}…`,
  }
}

async function audit(tx: Context, row: IdentityProviderRow, action: AuditEntry['action'], change_description: string): Promise<void> {
  await recordConfigurationChange(tx, {
    action,
    source_type: 'identity_provider',
    source_id: row.id,
    source_label: row.name,
    change_description,
  })
}

/** Sets up a provider. @throws Forbidden @throws MissingScope @throws RecordInvalid */
export async function createIdentityProvider(ctx: Context, input: IdentityProviderInput): Promise<IdentityProviderRow> {
  requireManaging(ctx)
  const draft = draftProvider(NEW_PROVIDER, input)
  const secret = input.client_secret ?? ''
  const name_taken = await isNameTaken(ctx, draft.name, 0)
  const may_be_plain = ctx.services.outbound.isAllowed
  refuseInvalid(checkProvider(draft, { name_taken, client_secret: secret, issuer_before: undefined, may_be_plain }))
  return refuseDuplicates(NAME_TAKEN, () =>
    inTransaction(ctx, async (tx) => {
      const { id } = await insertIdentityProvider(tx, {
        ...draft,
        allowed_domains: [...draft.allowed_domains],
        owner_trusts: tx.actor.is_owner && isTrusting(draft),
      })
      const row = await updateIdentityProvider(tx, id, sealedSecret(tx, id, secret))
      await audit(tx, row, 'create', `Set up for ${row.issuer}`)
      return row
    }),
  )
}

/**
 * Changes a provider. Deactivating it ends all sessions opened through it, including the caller's.
 * @throws Forbidden @throws MissingScope @throws NotFound @throws RecordInvalid
 */
export async function changeIdentityProvider(ctx: Context, id: number, input: IdentityProviderInput): Promise<IdentityProviderRow> {
  requireManaging(ctx)
  return refuseDuplicates(NAME_TAKEN, () =>
    inTransaction(ctx, async (tx) => {
      const before = await lockIdentityProvider(tx, id)
      const draft = draftProvider(before, input)
      const { client_secret } = input
      const name_taken = await isNameTaken(tx, draft.name, id)
      const may_be_plain = tx.services.outbound.isAllowed
      refuseInvalid(checkProvider(draft, { name_taken, client_secret, issuer_before: before.issuer, may_be_plain }))
      if (before.active && !draft.active) await requireAnotherWayIn(tx, id)
      const secret = typeof client_secret === 'string' ? sealedSecret(tx, id, client_secret) : {}
      const changed = keysOf(draft).filter((key) => String(draft[key]) !== String(before[key]))
      const what = [...changed, ...(typeof client_secret === 'string' ? ['client_secret'] : [])]
      const owner_trusts = tx.actor.is_owner ? isTrusting(draft) : before.owner_trusts && what.every((member) => member === 'name')
      const row = await updateIdentityProvider(tx, id, { ...draft, allowed_domains: [...draft.allowed_domains], ...secret, owner_trusts })
      if (!owner_trusts && (tx.actor.is_owner || before.owner_trusts)) await unlinkOwner(tx, row)
      const ended = draft.active ? 0 : await closeSessionsThrough(tx, id)
      await audit(tx, row, 'update', (what.length === 0 ? 'Saved without a change' : `Changed ${what.join(', ')}`) + sessionsEnded(ended))
      return row
    }),
  )
}

/**
 * True if the owner trusts a provider by saving it like this: it may then link the owner by their verified address. Saving one that is
 * inactive or does not link users is no expression of trust.
 */
const isTrusting = ({ active, link_by_verified_email }: DraftProvider) => active && link_by_verified_email

/** Removes the owner's link to a provider that the owner no longer trusts, so that it does not work until they trust the provider again. */
async function unlinkOwner(tx: Context, provider: IdentityProviderRow): Promise<void> {
  if (tx.account.owner_id === null) return
  const removed = await deleteLinkOfUser(tx, provider.id, tx.account.owner_id)
  if (removed) await audit(tx, provider, 'update', `Unlinked user ${tx.account.owner_id}: the owner no longer trusts the provider`)
}

const sessionsEnded = (count: number) => (count === 0 ? '' : `. Sessions that were opened through it and ended: ${count}`)

/**
 * Removes a provider with its links, and ends all sessions opened through it, including the caller's.
 * @throws Forbidden @throws MissingScope @throws NotFound @throws RecordInvalid
 */
export async function removeIdentityProvider(ctx: Context, id: number): Promise<void> {
  requireManaging(ctx)
  await inTransaction(ctx, async (tx) => {
    const before = await lockIdentityProvider(tx, id)
    if (before.active) await requireAnotherWayIn(tx, id)
    await deleteIdentityProvider(tx, id)
    const ended = await closeSessionsThrough(tx, id)
    await audit(tx, before, 'destroy', `Removed; its issuer was ${before.issuer}${sessionsEnded(ended)}`)
  })
}

/** @throws RecordInvalid when staff can only sign in through providers and this is the last one */
async function requireAnotherWayIn(tx: Context, id: number): Promise<void> {
  if (!tx.account.settings.security.sso_only || (await isAnotherActive(tx, id))) return
  throw new RecordInvalid({
    base: [{ description: 'Staff signs in with single sign-on only, and this is the last provider', error: 'InvalidValue' }],
  })
}

/**
 * Removes a user's link to a subject; they can be linked again by their e-mail address.
 * @throws Forbidden @throws MissingScope @throws NotFound
 */
export async function removeLink(ctx: Context, providerId: number, id: number): Promise<void> {
  requireManaging(ctx)
  const provider = await getIdentityProvider(ctx, providerId)
  await inTransaction(ctx, async (tx) => {
    const link = orNotFound(await deleteLink(tx, providerId, id))
    await audit(tx, provider, 'update', `Unlinked user ${link.user_id}`)
  })
}
