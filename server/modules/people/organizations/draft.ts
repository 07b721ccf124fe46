/** An organization as it would be after a write. Pure. @source docs/reference/people.md §4 */
import type { Settings } from '#accounts/settings.ts'
import type { Details } from '#core/errors.ts'
import { keysOf } from '#lib/objects.ts'
import { normalTags } from '#lib/tags.ts'
import { checkTags } from '#modules/custom_data/custom_fields/tags.ts'
import { type ProfileField, readProfile } from '#modules/custom_data/custom_fields/values.ts'
import type { OrganizationInput } from './schema.ts'
import type { OrganizationDraft } from './write_store.ts'

/** The defaults of a new organization. */
export const BLANK_ORGANIZATION: OrganizationDraft = {
  name: '',
  external_id: null,
  domain_names: [],
  details: null,
  notes: null,
  group_id: null,
  shared_tickets: false,
  shared_comments: false,
  tags: [],
  organization_fields: {},
}

/** Context of a write: the settings, and the fields the instance has for organizations. */
interface DraftContext {
  readonly settings: Settings
  readonly fields: readonly ProfileField[]
}

/**
 * The organization as it would be saved, and what is wrong with its fields: domains and tags are replaced, fields are merged by key, and
 * the tags of fields follow their values. Tags are ignored where tagging is switched off.
 */
export function draftOrganization(
  before: OrganizationDraft,
  input: OrganizationInput,
  { settings, fields }: DraftContext,
): { draft: OrganizationDraft; problems: Details } {
  const { external_id = before.external_id, details = before.details, notes = before.notes, group_id = before.group_id } = input
  const { shared_tickets = before.shared_tickets, shared_comments = before.shared_comments } = input
  const tagged = input.tags === undefined || !settings.users.tagging ? before.tags : normalTags(input.tags)
  const { values, tags, problems } = readProfile(fields, before.organization_fields, input.organization_fields ?? {}, tagged)
  const draft = {
    name: (input.name === undefined ? before.name : (input.name ?? '')).trim(),
    external_id: external_id === '' ? null : external_id,
    domain_names: input.domain_names === undefined ? before.domain_names : domains(input.domain_names),
    details,
    notes,
    // clients in typed languages send 0 for "no group"
    group_id: group_id === 0 ? null : group_id,
    shared_tickets,
    shared_comments,
    tags: settings.users.tagging ? [...tags] : before.tags,
    organization_fields: values,
  }
  const tagProblems = input.tags === undefined ? [] : checkTags(before.tags, draft.tags)
  return { draft, problems: tagProblems.length > 0 ? { ...problems, tags: tagProblems } : problems }
}

function domains(names: readonly string[]): string[] {
  const words = names.flatMap((name) => name.toLowerCase().split(/[\s,]+/)).map((name) => name.replace(/^@/, ''))
  return [...new Set(words.filter(Boolean))]
}

/** True when two drafts differ only in their notes, which is all an agent may change. @source docs/reference/people.md §4, §8 */
export function differOnlyInNotes(before: OrganizationDraft, after: OrganizationDraft): boolean {
  return keysOf(after).every((key) => key === 'notes' || JSON.stringify(before[key]) === JSON.stringify(after[key]))
}
