/** The export of a view: a job mails its tickets as comma-separated values to the caller. */
import { requirePermission } from '#permissions/permissions.ts'
import { AuthorityEnded, contextAsStarted } from '#auth/started_by.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, NotFound } from '#core/errors.ts'
import { enqueue, type JobRun } from '#queue/enqueue.ts'
import { type CsvCell, csvText } from '#lib/csv.ts'
import { notifyUser } from '#modules/common/mails/notify.ts'
import { viewExported } from '#modules/common/mails/templates/exports.ts'
import { writeMail } from '#modules/common/mails/templates/layout.ts'
import { auditRule } from '../rules/audit.ts'
import type { Column } from './columns.ts'
import { showTickets } from './execute.ts'
import type { ViewTicket } from './execute_store.ts'
import { look } from './lookups.ts'
import { type Looked, singleValueOf } from './rows.ts'
import { getView } from './store.ts'
import { writeOutTitle } from './titles.ts'

/** Tickets in one export. */
const MAX_EXPORTED = 10_000
const AT_ONCE = 100
const PEOPLE = ['requester', 'assignee', 'submitter', 'group', 'organization', 'brand', 'ticket_form']

/** Queues the export of a view for the caller. @throws Forbidden @throws NotFound @source docs/reference/business_rules.md §5.5 */
export async function startExport(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'view.export')
  await inTransaction(ctx, async (tx) => {
    const view = await getView(tx, id)
    await auditRule(tx, 'View', 'exported', { id, title: writeOutTitle(view.title) }, 'Exported as a table')
    await enqueue(tx, 'export_view', { view_id: id })
  })
}

/** The job: mails the table to the user who started it, if they still see the view. */
export async function mailView(ctx: Context, { view_id }: { view_id: number }, { asked }: JobRun): Promise<void> {
  if (asked === undefined) return
  try {
    await inTransaction(ctx, async (tx) => {
      const caller = await contextAsStarted(tx, asked)
      requirePermission(caller, 'view.export')
      const view = await getView(caller, view_id)
      const table = await tableOf(caller, view_id)
      await notifyUser(tx, asked.actor_id, writeMail(viewExported, { view: writeOutTitle(view.title), table }))
    })
  } catch (error) {
    if (!(error instanceof AuthorityEnded || error instanceof Forbidden || error instanceof NotFound)) throw error
    ctx.log.warn({ err: error, account_id: ctx.account.id, view_id }, 'a view was not exported')
  }
}

function cellsOf(ticket: ViewTicket, columns: readonly Column[], looked: Looked): CsvCell[] {
  return columns.map((column) => {
    const value = singleValueOf(column, ticket, looked)
    return PEOPLE.includes(column.name) ? looked.name(column.name, value) : value
  })
}

/** The table in the order of the view: the number of each ticket, then its columns. */
async function tableOf(ctx: Context, id: number): Promise<string> {
  const view = await getView(ctx, id)
  const lines: CsvCell[][] = []
  let head: string[] = []
  for (let after: string | null | undefined; after !== null && lines.length < MAX_EXPORTED;) {
    const query = { 'page[size]': AT_ONCE, ...(after === undefined ? {} : { 'page[after]': after }) }
    const { page, columns } = await showTickets(ctx, view, query, { action: 'rules/views/export' })
    const { looked } = await look(ctx, page.rows, columns, false)
    head = ['ID', ...columns.map(({ title }) => title)]
    for (const ticket of page.rows) lines.push([ticket.id, ...cellsOf(ticket, columns, looked)])
    after = page.has_more ? page.after_cursor : null
  }
  return csvText(head, lines)
}
