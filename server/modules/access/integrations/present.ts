import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime, wireTimeOrNull } from '#lib/clock.ts'
import type { OwnedWebhook } from '#modules/business_rules/webhooks/owned_store.ts'
import { readStoredConfig } from './check.ts'
import { creationStepsOf, type DoneStep } from './checklist.ts'
import { healthOf, lastUse } from './health.ts'
import { KIND_NAMES, type KindDefinition, kindNamed, listSealedNames, type StepDefinition } from './kinds.ts'
import type { IntegrationUse, OwnedCredential } from './owned_store.ts'
import { listAllowedActs, isUnrevoked } from './people.ts'
import type { IntegrationRow } from './store.ts'
import type { ChecklistStep, Integration, IntegrationCredential, IntegrationKindAnswer } from './schema.ts'

/** Related records to present with integrations: of one or of many. */
export interface Holdings {
  readonly owned: readonly OwnedCredential[]
  readonly use: readonly IntegrationUse[]
  readonly webhooks: readonly OwnedWebhook[]
}

/** The API URL of an integration. */
export const integrationUrl = (ctx: Context, id: number) => urlOf(ctx.caller.base_url, `integrations/${id}`)

/** An integration as JSON, without sealed or secret values. */
export function presentIntegration(ctx: Context, row: IntegrationRow, holdings: Holdings): AnswerOf<typeof Integration> {
  const owned = holdings.owned.filter(({ integration_id }) => integration_id === row.id)
  const webhooks = holdings.webhooks.filter(({ integration_id }) => integration_id === row.id)
  const uses = [...holdings.use.filter(({ integration_id }) => integration_id === row.id), ...webhooks]
  const use = { calls: sumUses(uses, 'calls'), errors: sumUses(uses, 'errors') }
  const kind = kindNamed(row.kind)
  const last_used_at = lastUse([...owned, ...webhooks], row.last_used_at)
  const ids = (type: OwnedCredential['type']) => owned.filter((each) => each.type === type).map(({ id }) => id)
  return {
    id: row.id,
    url: integrationUrl(ctx, row.id),
    page_url: `${ctx.caller.base_url}/admin/apps_and_integrations/integrations/${row.id}`,
    kind: row.kind,
    name: row.name,
    state: row.state,
    access_request_id: row.access_request_id,
    requester_id: row.requester_id,
    bot_user_id: row.bot_user_id,
    scopes: row.scopes,
    config: presentConfig(kind, readStoredConfig(row.config)),
    sealed: row.is_sealed ? listSealedNames(kind) : [],
    creation_steps: presentSteps(kind.creation, creationStepsOf(row)),
    revocation_steps: presentSteps(kind.revocation, row.revocation_steps),
    owned: { oauth_clients: ids('oauth_client'), api_tokens: ids('api_token'), webhooks: webhooks.map(({ id }) => id) },
    credentials: [...owned.map(presentCredential), ...webhooks.map(presentWebhook)],
    shared_secret_id: row.shared_secret_id,
    last_used_at: wireTimeOrNull(last_used_at),
    health: isUnrevoked(row) ? healthOf(last_used_at, use, ctx.now) : null,
    recent_calls: use.calls,
    recent_errors: use.errors,
    expires_at: wireTimeOrNull(row.expires_at),
    activated_at: wireTimeOrNull(row.activated_at),
    revoked_at: wireTimeOrNull(row.revoked_at),
    revocation_reason: row.revocation_reason,
    allowed_acts: listAllowedActs(ctx, row),
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  }
}

function sumUses(uses: readonly Pick<IntegrationUse, 'calls' | 'errors'>[], member: 'calls' | 'errors'): number {
  return uses.reduce((sum, use) => sum + use[member], 0)
}

/** In the order of the kind's table. */
function presentConfig({ config }: KindDefinition, stored: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(config.flatMap(({ key }) => (stored[key] === undefined ? [] : [[key, stored[key]]])))
}

/** A step that was added to the kind after the checklist was made is not on it. */
function presentSteps(definitions: readonly StepDefinition[], done: readonly DoneStep[]): AnswerOf<typeof ChecklistStep>[] {
  return definitions.flatMap((definition) => {
    const tick = done.find(({ key }) => key === definition.key)
    if (tick === undefined) return []
    const { done_at, done_by_id, note } = tick
    return [{ ...definition, done_at: wireTimeOrNull(done_at), done_by_id, note }]
  })
}

function presentCredential({ type, id, label, tokens, active, last_used_at }: OwnedCredential): AnswerOf<typeof IntegrationCredential> {
  return { type, id, label, tokens, active, last_used_at: wireTimeOrNull(last_used_at) }
}

function presentWebhook({ id, label, active, last_used_at }: OwnedWebhook): AnswerOf<typeof IntegrationCredential> {
  return { type: 'webhook', id, label, tokens: 0, active, last_used_at: wireTimeOrNull(last_used_at) }
}

/** The table of kinds as JSON. */
export function presentKinds(): AnswerOf<typeof IntegrationKindAnswer>[] {
  return KIND_NAMES.map((kind) => {
    const { title, description, owns, config, creation, revocation } = kindNamed(kind)
    return { kind, title, description, owns, config, creation, revocation }
  })
}
