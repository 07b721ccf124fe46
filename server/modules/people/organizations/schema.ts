/** What an organization is on the wire, in both directions. @source docs/reference/people.md §4 */
import Type, { type Static } from 'typebox'
import { anyObject, flag, text, textOrNull, texts, whole, wholeOrNull } from '#http/answer_shape.ts'
import { MAX_AT_ONCE } from '#http/bulk_ids.ts'
import { Flag, Id, defineInput, Key, Keys, Line, listOf, listQuery, Members, Phrase, Tags, Text, Word, wrapInKey } from '#http/shape.ts'

const writable = {
  name: Line,
  external_id: Key,
  domain_names: Tags,
  details: Text,
  notes: Text,
  group_id: Id,
  shared_tickets: Flag,
  shared_comments: Flag,
  tags: Tags,
  organization_fields: Members,
}

export const OrganizationInput = defineInput(writable)
export type OrganizationInput = Static<typeof OrganizationInput>
/** The id or external id of an organization, and what to change. */
export const NamedOrganizationInput = defineInput({ id: Id, ...writable })
export type NamedOrganizationInput = Static<typeof NamedOrganizationInput>

export const OrganizationBody = wrapInKey('organization', OrganizationInput)
export const NamedOrganizationBody = wrapInKey('organization', NamedOrganizationInput)
export const ManyOrganizationsBody = wrapInKey('organizations', listOf(OrganizationInput, MAX_AT_ONCE))
export const UpdateManyBody = Type.Partial(
  Type.Object({ organization: OrganizationInput, organizations: listOf(NamedOrganizationInput, MAX_AT_ONCE) }),
)
export const TagsBody = Type.Partial(Type.Object({ tags: Tags }))

export const ManyQuery = Type.Partial(Type.Object({ ids: Word, external_ids: Keys }))
export const SearchQuery = listQuery({ name: Phrase, external_id: Keys })
export const NameQuery = listQuery({ name: Phrase })
export const NameBody = Type.Partial(Type.Object({ name: Phrase }))
export const TagsQuery = Type.Partial(Type.Object({ tags: Tags }))

export const Organization = Type.Object({
  url: text,
  id: whole,
  name: text,
  shared_tickets: flag,
  shared_comments: flag,
  external_id: textOrNull,
  created_at: text,
  updated_at: text,
  domain_names: texts,
  details: textOrNull,
  notes: textOrNull,
  group_id: wholeOrNull,
  tags: texts,
  organization_fields: anyObject,
})
/** As the caller may see it: end users see the id and the name alone. */
export const SeenOrganization = Type.Object({ ...Type.Partial(Organization).properties, id: whole, name: text })

export const OneOrganization = Type.Object({ organization: Organization })
export const ManyOrganizations = Type.Object({ organizations: Type.Array(Organization) })
