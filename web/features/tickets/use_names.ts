import { useQuery } from '@tanstack/react-query'
import { definitionsQuery } from '#features/business_rules/public.ts'
import { type NamedRecord, namesQuery } from '#features/named_records/public.ts'
import { ticketFieldsQuery } from '#features/ticket_fields/public.ts'
import { type MemberWords, memberWords, nameKey } from '#features/business_rules/public_words.ts'

/** Ids by the API's name of their kind. */
export type NamedIds = Readonly<Record<'users' | 'organizations', readonly number[]>>

/** Names of people and organizations, and members of tickets in words. */
export interface TicketNames {
  readonly words: MemberWords
  readonly person: (id: number) => string
}

/** `known`: people whose names are there already; the others that `ids` name are looked up. */
export function useNames(known: readonly NamedRecord[], ids: NamedIds): TicketNames {
  const { data: definitions } = useQuery(definitionsQuery('triggers'))
  const { data: fields = [] } = useQuery(ticketFieldsQuery)
  const names = new Map(known.map(({ id, name }) => [nameKey('users', id), name]))
  const unknown = ids.users.filter((id) => !names.has(nameKey('users', id)))
  const { data: users } = useQuery(namesQuery('users', unknown))
  const { data: organizations } = useQuery(namesQuery('organizations', ids.organizations))
  for (const [id, name] of users ?? []) names.set(nameKey('users', id), name)
  for (const [id, name] of organizations ?? []) names.set(nameKey('organizations', id), name)
  return {
    words: memberWords({ definitions, fields, names }),
    person: (id) => names.get(nameKey('users', id)) ?? (id > 0 ? `User ${id}` : 'Deskhand'),
  }
}
