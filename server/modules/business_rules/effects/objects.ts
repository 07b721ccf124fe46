/**
 * Performs what object triggers cause beside the record: mails and calls. All effects of one write are performed in one transaction and at
 * most once, however often the job runs. @source docs/reference/custom_objects.md §6.2
 */
import { type Context, inTransaction } from '#core/context.ts'
import type { Effect } from '#rules/bound_action.ts'
import { isSending, limitTexts, type SendingRule } from '#rules/sent_effect.ts'
import { saveSentEffects } from '#modules/custom_data/custom_object_records/run_store.ts'
import { type ObjectEffect, takeObjectEffects } from '#modules/custom_data/custom_object_records/trigger_store.ts'
import { objectFields } from '#modules/custom_data/custom_object_fields/store.ts'
import { findRecord } from '#modules/custom_data/custom_object_records/store.ts'
import { customObjects } from '#modules/custom_data/custom_objects/store.ts'
import { renderWith } from '#modules/tickets/placeholders/render.ts'
import { findReferenced } from '../rules/reference_store.ts'
import { type Reference, referenceName } from '../rules/references.ts'
import { callWebhook, type Renderer } from './call.ts'
import { type Performed, type ReadersByEffect, readersOf, sendRuleMails, renderMails } from './mail.ts'
import { recordPlaceholders } from './record_values.ts'

/** What an effect is performed with: who reads its mails, and how texts about the record are rendered. */
interface Circumstances {
  readonly readers: ReadersByEffect
  readonly renderer: Renderer
}

/** Performs what the triggers of one write cause, unless that was done before, or the record or its object have been deleted. */
export async function performObjectEffects(ctx: Context, { id }: { readonly id: number }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const caused = await takeObjectEffects(tx, id)
    if (caused === undefined) return
    const object = (await customObjects(tx)).find((one) => one.id === caused.custom_object_id)
    const row = object && (await findRecord(tx, object.id, { id: caused.custom_object_record_id }, { all: [] }))
    if (object === undefined || row === undefined) return
    const fields = await objectFields(tx, object.id)
    const values = recordPlaceholders(tx, { object_key: object.key, fields, row, author_id: caused.author_id })
    const renderer: Renderer = (mode) => (template) => renderWith(tx, values, template, mode)
    const possible = await findPossible(tx, caused.effects)
    const readers = await readersOf(tx, [{ effects: [...possible], concerned: [], left_out: null }])
    const performed: Performed[] = []
    for (const one of caused.effects)
      performed.push(possible.has(one.effect) ? await perform(tx, { readers, renderer }, one) : leaveOut(one))
    const [sent = []] = await sendRuleMails(tx, [performed])
    if (sent.length > 0 && caused.run_id !== null) await saveSentEffects(tx, row.id, caused.run_id, limitTexts(sent))
  })
}

const ruleOf = ({ trigger_id }: ObjectEffect): SendingRule => ({ kind: 'trigger', id: trigger_id })

/** An effect that is not performed. */
function leaveOut(one: ObjectEffect): Performed {
  const { kind } = one.effect
  return { sent: isSending(kind) ? { rule: ruleOf(one), kind, is_sent: false } : null, mails: [] }
}

/** Performs an effect, but for the mails it causes. */
async function perform(tx: Context, { readers, renderer }: Circumstances, one: ObjectEffect): Promise<Performed> {
  const rule = ruleOf(one)
  const { effect } = one
  switch (effect.kind) {
    case 'mail_user':
    case 'mail_group': {
      const subject = { topic: 'custom_object_record.notification', ticket_id: null } as const
      return renderMails(readers, { rule, effect }, subject, (text, _audience, mode) => renderer(mode)(text))
    }
    case 'call_webhook':
      return { sent: await callWebhook(tx, { rule, effect, ticket_id: null }, renderer), mails: [] }
    default:
      return { sent: null, mails: [] }
  }
}

/** The user, group or webhook of an effect. */
function referenceOf(effect: Effect): readonly Reference[] {
  const place = 'effect'
  switch (effect.kind) {
    case 'mail_user':
      return typeof effect.to === 'number' ? [{ kind: 'user', id: String(effect.to), place }] : []
    case 'mail_group':
      return [{ kind: 'group', id: String(effect.group_id), place }]
    case 'call_webhook':
      return [{ kind: 'webhook', id: effect.id, place }]
    default:
      return []
  }
}

/** The effects whose user, group or webhook is there. The others are logged. */
async function findPossible(tx: Context, effects: readonly ObjectEffect[]): Promise<ReadonlySet<Effect>> {
  const existing = await findReferenced(
    tx,
    effects.flatMap(({ effect }) => referenceOf(effect)),
  )
  const possible = effects.filter(({ trigger_id, effect }) => {
    if (referenceOf(effect).every((one) => existing.has(referenceName(one)))) return true
    const known = { account_id: tx.account.id, object_trigger_id: trigger_id }
    tx.log.warn(known, 'an object trigger notifies who or what is gone, and that action is skipped')
    return false
  })
  return new Set(possible.map(({ effect }) => effect))
}
