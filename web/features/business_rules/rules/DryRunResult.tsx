// What came of a dry run: the numbers, what limits them, and a table of tickets with the differences.
// Does not belong here: the sentences (dry_run_words.ts).

import { createLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AutomationDryRun, DryRun, TriedUpdate, TriggerDryRun } from '../queries/dry_runs.ts'
import type { RuleDefinitions } from '../queries/rule_records.ts'
import { paths } from '#lib/paths.ts'
import { type Column, PlainTable } from '#kit/table/PlainTable.tsx'
import { Notice } from '#kit/Notice.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { ScreenReaderOnly, Strong, Subtle, TextAnchor } from '#kit/text.tsx'
import styles from './DryRunResult.module.css'
import { automationSummary, automationWords, differenceWords, triggerSummary } from './dry_run_words.ts'
import { memberWords, type MemberWords } from './member_words.ts'

const TextLink = createLink(TextAnchor)

type DryRunResultProps = DryRun & {
  /** Of the rule that is tried; 0 for a new one. */
  id: number
  note: string | undefined
  definitions: RuleDefinitions
}

/** The result. The tickets open in a new tab, since the form is not saved. */
export function DryRunResult({ id, note, definitions, ...run }: DryRunResultProps) {
  const words = memberWords({ definitions })
  if (run.kind === 'triggers') {
    const { result } = run
    return (
      <Result
        summary={triggerSummary(result)}
        note={note}
        isCutOff={result.stopped_by !== null}
        notes={result.notes}
        shown={shownOf(result)}
      >
        {result.samples.length > 0 && (
          <PlainTable label="Updates" entries={result.samples} columns={updateColumns(id, words)} keyOf={({ audit_id }) => audit_id} />
        )}
      </Result>
    )
  }
  const { result } = run
  return (
    <Result summary={automationSummary(result)} note={note} isCutOff={result.is_capped} notes={result.notes} shown={shownOf(result)}>
      {result.samples.length > 0 && (
        <PlainTable label="Tickets" entries={result.samples} columns={ticketColumns(words)} keyOf={({ ticket_id }) => ticket_id} />
      )}
    </Result>
  )
}

/** How many of the rows are shown, if not all are. */
function shownOf({ samples, limits }: TriggerDryRun | AutomationDryRun): string | undefined {
  return samples.length < limits.samples ? undefined : `The first ${limits.samples} are shown.`
}

interface ResultProps {
  summary: string
  note: string | undefined
  /** There was more than is looked at. */
  isCutOff: boolean
  notes: readonly string[]
  shown: string | undefined
  children: ReactNode
}

function Result({ summary, note, isCutOff, notes, shown, children }: ResultProps) {
  return (
    <>
      <div className={styles.text}>
        <p role="status">
          <Strong>{summary}</Strong>
        </p>
        {note !== undefined && <p>{note}</p>}
        {isCutOff ? (
          <Notice type="warning" title="There was more than a dry run looks at">
            {notes.join(' ')}
          </Notice>
        ) : (
          notes.map((text) => (
            <p key={text}>
              <Subtle>{text}</Subtle>
            </p>
          ))
        )}
        {shown !== undefined && (
          <p>
            <Subtle>{shown}</Subtle>
          </p>
        )}
      </div>
      {children}
    </>
  )
}

function TicketLink({ ticket_id, subject }: { ticket_id: number; subject: string | null }) {
  return (
    <TextLink to={paths.ticket} params={{ id: String(ticket_id) }} target="_blank">
      #{ticket_id} {subject ?? ''}
      <ScreenReaderOnly> (opens in a new tab)</ScreenReaderOnly>
    </TextLink>
  )
}

function updateColumns(draft: number, words: MemberWords): readonly Column<TriedUpdate>[] {
  return [
    { title: 'Ticket', render: (update) => <TicketLink {...update} /> },
    {
      title: 'Update',
      width: '112px',
      render: ({ ticket_id, audit_id, created_at }) => (
        <TextLink to={paths.audit_trace} params={{ ticket_id: String(ticket_id), id: String(audit_id) }} target="_blank">
          <RelativeTime at={created_at} />
          <ScreenReaderOnly> (its rules, opens in a new tab)</ScreenReaderOnly>
        </TextLink>
      ),
    },
    { title: 'Fires', width: '68px', render: ({ fires }) => (fires ? 'Yes' : 'No') },
    { title: 'What would be different', width: '45%', render: (update) => <Lines lines={differenceWords(update, draft, words)} /> },
  ]
}

function ticketColumns(words: MemberWords): readonly Column<AutomationDryRun['samples'][number]>[] {
  return [
    { title: 'Ticket', render: (ticket) => <TicketLink {...ticket} /> },
    { title: 'What would change', width: '60%', render: (ticket) => <Lines lines={automationWords(ticket, words)} /> },
  ]
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
}
