import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import type { AttachmentRow } from '#modules/common/attachments/store.ts'
import { presentIncludedMembers, presentActions, type Usage } from '../rules/present.ts'
import { presentRestriction } from '../rules/restriction.ts'
import { canManage } from './access.ts'
import type { MacroAttachment } from './attachment_schema.ts'
import type { DerivedMacro, Macro } from './schema.ts'
import type { MacroDraft, MacroRow } from './store.ts'

/** What a request may have shown with macros, read before. */
export interface Beside {
  readonly include: ReadonlySet<string>
  readonly usage: ReadonlyMap<number, Usage>
  readonly files: ReadonlyMap<number, readonly AttachmentRow[]>
  readonly shown: (text: string) => string
}

/** What stands before `::` in a title; null if nothing does. @source docs/reference/business_rules.md §5.4 */
function categoryOf(title: string): string | null {
  const end = title.indexOf('::')
  return end < 1 ? null : title.slice(0, end)
}

/** A macro as JSON, with the requested includes. @source docs/reference/business_rules.md §1 */
export function presentMacro(ctx: Context, row: MacroRow, { include, usage, files, shown }: Beside): AnswerOf<typeof Macro> {
  const ids = (files.get(row.id) ?? []).map((file) => file.id)
  return {
    url: urlOf(ctx.caller.base_url, `macros/${row.id}`),
    id: row.id,
    title: shown(row.title),
    active: row.active,
    updated_at: wireTime(row.updated_at),
    created_at: wireTime(row.created_at),
    default: row.default,
    position: row.position,
    description: row.description,
    actions: presentActions(row.actions),
    restriction: presentRestriction(row),
    raw_title: row.title,
    ...(ids.length > 0 ? { attachments: ids } : {}),
    ...presentIncludedMembers(include, canManage(ctx, row), usage.get(row.id)),
    ...(include.has('categories') ? { categories: categoryOf(shown(row.title)) } : {}),
  }
}

/** A macro that is proposed and not saved. */
export function presentDerived(draft: MacroDraft): AnswerOf<typeof DerivedMacro> {
  const { title, active, position, description } = draft
  return {
    url: null,
    id: null,
    title,
    active,
    updated_at: null,
    created_at: null,
    default: false,
    position,
    description,
    actions: presentActions(draft.actions),
    restriction: presentRestriction(draft),
    raw_title: title,
  }
}

/** A file of a macro as JSON. @source docs/reference/business_rules.md §5.4 */
export function presentMacroFile(ctx: Context, row: AttachmentRow): AnswerOf<typeof MacroAttachment> {
  const { id, file_name, content_type, size } = row
  const url = urlOf(ctx.caller.base_url, `macros/attachments/${id}`)
  const content_url = `${ctx.caller.base_url}/api/v2/macros/attachments/${id}/content`
  return { url, id, filename: file_name, content_type, content_url, size, created_at: wireTime(row.created_at) }
}
