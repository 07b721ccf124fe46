/** The secrets of a webhook, stored as one sealed text. They are opened where they are needed. */
import { open, seal } from '#auth/cipher.ts'
import type { Context } from '#core/context.ts'
import { parseOwn } from '#lib/json.ts'
import type { SealedWebhookRow } from './store.ts'

/** What is secret of a webhook. `credential`: its password, token or key. */
export interface WebhookSecrets {
  readonly signing_secret: string
  readonly credential: string | null
}

const contextOf = (ctx: Context, id: string) => `webhook:${ctx.account.id}:${id}`

/** Seals the secrets of a webhook; they can be opened for no other. */
export function sealWebhookSecrets(ctx: Context, id: string, secrets: WebhookSecrets): Buffer {
  return seal(ctx.services.pepper, JSON.stringify(secrets), contextOf(ctx, id))
}

/** The secrets of a webhook. @throws CannotOpen */
export function openWebhookSecrets(ctx: Context, { id, secrets }: Pick<SealedWebhookRow, 'id' | 'secrets'>): WebhookSecrets {
  return parseOwn(open(ctx.services.pepper, secrets, contextOf(ctx, id)))
}
