// Macros, as far as they differ from other rules: their categories and files, and what one would make of a ticket.
// Does not belong here: their list, and the acts on one of them (rules.ts).

import { queryOptions, skipToken, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import { useMutation } from './mutation.ts'
import { namesOf } from './records.ts'
import { csrfToken } from './session.ts'
import type { AppliedTicket, MacroFile, Ticket } from './rule_types.ts'

/** The categories of the active macros: what stands before `::` in their names. */
export const macroCategoriesQuery = queryOptions({
  queryKey: ['macros', 'categories'],
  queryFn: async ({ signal }) => (await request<{ categories: string[] }>(endpoints.macro_categories, { signal })).categories,
})

/** The files of a macro. */
export const macroFilesQuery = (id: number) =>
  queryOptions({
    queryKey: ['macros', 'files', id],
    queryFn: async ({ signal }) =>
      (await request<{ macro_attachments: MacroFile[] }>(endpoints.macro_files(id), { signal })).macro_attachments,
  })

/** Uploads a file, which belongs to the macro that names it when it is saved. */
export function useUploadMacroFile() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData()
      body.set('filename', file.name)
      body.set('attachment', file)
      const options = { method: 'POST', body, csrf_token: await csrfToken(queryClient) } as const
      return (await request<{ macro_attachment: MacroFile }>(endpoints.new_macro_file, options)).macro_attachment
    },
  })
}

/** A ticket before and after a macro, and the names of the people in it. */
export interface Application {
  before: Ticket
  after: AppliedTicket
  people: ReadonlyMap<number, string>
}

type Named = Pick<Ticket, 'assignee_id' | 'follower_ids' | 'email_cc_ids'>
const peopleOf = ({ assignee_id, follower_ids, email_cc_ids }: Named) => [assignee_id ?? 0, ...follower_ids, ...email_cc_ids]

async function applicationTo(ticket: number, id: number, signal: AbortSignal): Promise<Application> {
  const { ticket: before } = await request<{ ticket: Ticket }>(endpoints.ticket(ticket), { signal })
  const { result } = await request<{ result: { ticket: AppliedTicket } }>(endpoints.applied_macro(ticket, id), { signal })
  const ids = [...new Set([...peopleOf(before), ...peopleOf(result.ticket)])].filter((one) => one > 0)
  return { before, after: result.ticket, people: await namesOf('users', ids, signal) }
}

/** What a macro would make of a ticket. Nothing is saved. */
export const applicationQuery = (ticket: number | undefined, id: number) =>
  queryOptions({
    queryKey: ['macros', 'application', id, ticket],
    queryFn: ticket === undefined ? skipToken : ({ signal }) => applicationTo(ticket, id, signal),
    retry: false,
  })
