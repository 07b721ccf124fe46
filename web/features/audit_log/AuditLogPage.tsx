// The audit log: who did what, when and from where; filters, export, and the head of its hash chain to keep elsewhere.
// Does not belong here: one entry (EntryDrawer.tsx), what is recorded (the acts of the server).

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type AuditLogPage as ServedPage, auditLogsQuery, useExportAuditLogs } from './queries.ts'
import { describeError } from '#contract/errors.ts'
import { paths } from '#lib/paths.ts'
import { Loaded } from '#features/common/public.ts'
import { CursorPager } from '#kit/table/CursorPager.tsx'
import { PlainTable } from '#kit/table/PlainTable.tsx'
import { Button } from '#kit/Button.tsx'
import { Card, Cards } from '#kit/Card.tsx'
import { EmptyState } from '#kit/EmptyState.tsx'
import { Page } from '#kit/Page.tsx'
import { showToast } from '#kit/toasts.tsx'
import { auditColumns } from './columns.tsx'
import { EntryDrawer } from './EntryDrawer.tsx'
import { ExportNotice } from './ExportNotice.tsx'
import { Filters } from './Filters.tsx'
import { HeadCard } from './HeadCard.tsx'
import { readSearch, filtersOf, isFiltered } from './search.ts'
import type { AuditSearch } from './search.ts'
import { formatMomentRange } from '#kit/dates.ts'

/** The page at `paths.audit_log`. @source docs/reference/access_governance.md §13 */
export function AuditLogPage() {
  const search = useSearch({ from: `/frame${paths.audit_log}` })
  const navigate = useNavigate({ from: paths.audit_log })
  // changing a filter goes back to the newest entries
  const narrow = (filters: AuditSearch) => {
    const { after: _after, before: _before, entry: _entry, ...rest } = filters
    void navigate({ search: rest, replace: true })
  }
  const turn = (cursor: Pick<AuditSearch, 'after' | 'before'>) => {
    const { after: _after, before: _before, ...rest } = search
    void navigate({ search: { ...rest, ...cursor } })
  }
  const close = () => {
    const { entry: _entry, ...rest } = search
    void navigate({ search: rest, replace: true, resetScroll: false })
  }
  return (
    <Page
      isList
      title="Audit log"
      intro="Every administrative action and every event of a credential: who did what, when and from where. Entries are chained, so that none can be changed, removed or added unnoticed."
      action={<ExportButton search={search} onStarted={(id) => void navigate({ search: { ...search, export: id } })} />}
    >
      <Cards>
        {search.export !== undefined && <ExportNotice id={search.export} />}
        <div>
          <Filters search={search} onChange={narrow} />
          <Entries search={search} onTurn={turn} onShowAll={() => narrow({})} />
        </div>
        <HeadCard />
      </Cards>
      {search.entry !== undefined && <EntryDrawer id={search.entry} onClose={close} onNarrow={narrow} />}
    </Page>
  )
}

function ExportButton({ search, onStarted }: { search: AuditSearch; onStarted: (id: number) => void }) {
  const start = useExportAuditLogs()
  const act = () => start.mutate(filtersOf(search), { onSuccess: onStarted, onError: (error) => showToast('error', describeError(error)) })
  return (
    <Button isBusy={start.isPending} onClick={act}>
      {isFiltered(search) ? 'Export these as CSV' : 'Export as CSV'}
    </Button>
  )
}

interface EntriesProps {
  search: AuditSearch
  onTurn: (cursor: Pick<AuditSearch, 'after' | 'before'>) => void
  onShowAll: () => void
}

function Entries({ search, onTurn, onShowAll }: EntriesProps) {
  return (
    <Loaded query={useQuery(auditLogsQuery(readSearch(search)))} noun="audit log">
      {({ audit_logs, meta }) => (
        <Card>
          {audit_logs.length === 0 ? (
            <EmptyState icon="search" title="No entry matches" action={<Button onClick={onShowAll}>Show all</Button>}>
              No entry fits these filters.
            </EmptyState>
          ) : (
            <PlainTable label="Audit log" entries={audit_logs} columns={auditColumns(search)} keyOf={(entry) => entry.id} />
          )}
          {meta && <Turns search={search} times={audit_logs.map((entry) => entry.created_at)} meta={meta} onTurn={onTurn} />}
        </Card>
      )}
    </Loaded>
  )
}

interface TurnsProps extends Pick<EntriesProps, 'search' | 'onTurn'> {
  /** When the entries shown were recorded, newest first. */
  times: readonly string[]
  meta: NonNullable<ServedPage['meta']>
}

function Turns({ search, times, meta, onTurn }: TurnsProps) {
  const hasNewer = search.after !== undefined || (search.before !== undefined && meta.has_more)
  const hasOlder = search.before !== undefined || meta.has_more
  if (times.length === 0 || (!hasNewer && !hasOlder)) return null
  return (
    <CursorPager
      shown={formatMomentRange(times)}
      hasNewer={hasNewer}
      hasOlder={hasOlder}
      onNewer={() => onTurn({ before: meta.before_cursor ?? '' })}
      onOlder={() => onTurn({ after: meta.after_cursor ?? '' })}
    />
  )
}
