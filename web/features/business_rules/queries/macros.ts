// Macros, as far as they differ from other rules: their categories and files, and what one would make of a ticket.
// Does not belong here: their list, and the acts on one of them (rules.ts).

import { queryOptions, skipToken } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Answer, Row } from '#contract/operation.ts'
import { composeQuery } from '#contract/queries.ts'
import { namesOf } from '#features/named_records/public.ts'

export type MacroFile = Row<'GET /api/v2/macros/:id/attachments', 'macro_attachments'>
export type Ticket = Answer<'GET /api/v2/tickets/:id'>['ticket']
/** A ticket as it would be after a macro. */
type AppliedTicket = Answer<'GET /api/v2/tickets/:ticket_id/macros/:id/apply'>['result']['ticket']

/** The categories of the active macros: what stands before `::` in their names. */
export const macroCategoriesQuery = queryOptions({ ...query('GET /api/v2/macros/categories'), select: ({ categories }) => categories })

/** The files of a macro. */
export const macroFilesQuery = (id: number) =>
  queryOptions({
    ...query('GET /api/v2/macros/:id/attachments', { params: { id } }),
    select: ({ macro_attachments }) => macro_attachments,
  })

/** Uploads a file, which belongs to the macro that names it when it is saved. */
export function useUploadMacroFile() {
  return useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData()
      body.set('filename', file.name)
      body.set('attachment', file)
      return (await call('POST /api/v2/macros/attachments', { body })).macro_attachment
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

async function applyTo(ticket_id: number, id: number, signal: AbortSignal): Promise<Application> {
  const { ticket: before } = await call('GET /api/v2/tickets/:id', { params: { id: ticket_id } }, signal)
  const { result } = await call('GET /api/v2/tickets/:ticket_id/macros/:id/apply', { params: { ticket_id, id } }, signal)
  const ids = [...new Set([...peopleOf(before), ...peopleOf(result.ticket)])].filter((one) => one > 0)
  return { before, after: result.ticket, people: await namesOf('users', ids, signal) }
}

/** What a macro would make of a ticket; nothing is saved. Not asked for without a ticket. */
export const applicationQuery = (ticket_id: number | undefined, id: number) =>
  queryOptions({
    ...composeQuery(
      'application',
      'GET /api/v2/tickets/:ticket_id/macros/:id/apply',
      { params: { ticket_id, id } },
      ticket_id === undefined ? skipToken : ({ signal }) => applyTo(ticket_id, id, signal),
    ),
    retry: false,
  })
