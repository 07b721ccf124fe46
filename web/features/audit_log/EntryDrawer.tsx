// One entry of the audit log with everything stored about it.

import { useQuery } from '@tanstack/react-query'
import { auditLogQuery, type WholeAuditLog } from './queries.ts'
import { Loaded } from '#features/common/public.ts'
import { Button } from '#kit/Button.tsx'
import { ButtonRow, Cards } from '#kit/Card.tsx'
import { Drawer } from '#kit/Drawer.tsx'
import { ExactTime } from '#kit/ExactTime.tsx'
import { Preformatted } from '#kit/Preformatted.tsx'
import { Facts } from '#kit/text.tsx'
import { titleOf } from './search.ts'
import type { AuditSearch } from './search.ts'

interface EntryDrawerProps {
  id: number
  onClose: () => void
  /** Filters the log by the same person or record. */
  onNarrow: (search: AuditSearch) => void
}

/** The details of an entry, in a drawer. */
export function EntryDrawer({ id, onClose, onNarrow }: EntryDrawerProps) {
  return (
    <Drawer title="Audit log entry" onClose={onClose}>
      <Loaded
        query={useQuery(auditLogQuery(id))}
        noun="entry"
        hint="The address names an entry that this instance does not have."
        rows={4}
        isInCard
      >
        {(entry) => <Entry entry={entry} onNarrow={onNarrow} />}
      </Loaded>
    </Drawer>
  )
}

function Entry({ entry, onNarrow }: { entry: WholeAuditLog; onNarrow: (search: AuditSearch) => void }) {
  const { actor_id, source_type, source_id } = entry
  return (
    <Cards>
      <div>
        <strong>{titleOf(entry)}</strong>
        <p>{entry.change_description}</p>
        <Facts>
          <dt>When</dt>
          <dd>
            <ExactTime at={entry.created_at} />
          </dd>
          <dt>Who</dt>
          <dd>{`${entry.actor_name} (${actor_id})`}</dd>
          <dt>From</dt>
          <dd>{entry.ip_address ?? 'the server itself'}</dd>
          <dt>Record</dt>
          <dd>{`${source_type} ${source_id}`}</dd>
          <dt>Position</dt>
          <dd>{entry.position ?? 'none: made before the log was chained'}</dd>
          {entry.hash !== null && (
            <>
              <dt>Hash</dt>
              <dd>{entry.hash}</dd>
              <dt>Hash before</dt>
              <dd>{entry.previous_hash}</dd>
            </>
          )}
        </Facts>
      </div>
      {Object.keys(entry.details).length > 0 && (
        <div>
          <strong>Details</strong>
          <Preformatted label="Details">{JSON.stringify(entry.details, null, 2)}</Preformatted>
        </div>
      )}
      <ButtonRow>
        <Button size="small" onClick={() => onNarrow({ type: source_type, source: source_id })}>
          Only this record
        </Button>
        <Button size="small" onClick={() => onNarrow({ actor: actor_id })}>
          Only this person
        </Button>
      </ButtonRow>
    </Cards>
  )
}
