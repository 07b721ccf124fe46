import { createLink } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import type { Column } from '#kit/table/PlainTable.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { SecondLine, Strong, Subtle, TextAnchor } from '#kit/text.tsx'
import { titleOf } from './search.ts'
import type { AuditSearch } from './search.ts'
import type { AuditLog } from './queries.ts'

const TextLink = createLink(TextAnchor)

/** The columns of the log; the action links to its details and keeps the filters. */
export const auditColumns = (search: AuditSearch): readonly Column<AuditLog>[] => [
  {
    title: 'What',
    render: (entry) => (
      <div>
        <TextLink to={paths.audit_log} search={{ ...search, entry: entry.id }} resetScroll={false}>
          {titleOf(entry)}
        </TextLink>
        <SecondLine>{entry.change_description}</SecondLine>
      </div>
    ),
  },
  { title: 'Who', width: '22%', render: ({ actor_name }) => <Strong>{actor_name}</Strong> },
  { title: 'When', width: '15%', render: ({ created_at }) => <RelativeTime at={created_at} /> },
  {
    title: 'From',
    width: '132px',
    render: ({ ip_address }) => ip_address ?? <Subtle>the server</Subtle>,
  },
]
