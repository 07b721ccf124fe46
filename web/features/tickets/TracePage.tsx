// Why rules fired or did not in one update of a ticket: each that was considered, in order.
// Does not belong here: one rule (TracedRule.tsx).

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createLink, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { definitionsQuery } from '#features/business_rules/public.ts'
import { type AuditTrace, type RuleTrace, traceQuery } from './queries.ts'
import { keysOf } from '#lib/objects.ts'
import { paths } from '#lib/paths.ts'
import { Loaded } from '#features/common/public.ts'
import { Button } from '#kit/Button.tsx'
import { Card, Cards, FormActions, FormBody } from '#kit/Card.tsx'
import { EmptyState } from '#kit/EmptyState.tsx'
import { Notice } from '#kit/Notice.tsx'
import { Page } from '#kit/Page.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { Segments } from '#kit/Segments.tsx'
import { Facts, TextAnchor } from '#kit/text.tsx'
import { Trail } from '#kit/Trail.tsx'
import { listNamedIds, viaWords } from './event_words.ts'
import { TRACE_STATES, type TracePart } from './search.ts'
import { TracedAutomation, TracedTriggers } from './TracedRule.tsx'
import { useNames } from './use_names.ts'

const TextLink = createLink(TextAnchor)

const labels: Readonly<Record<TracePart, string>> = {
  fired: 'Fired',
  not_met: 'Not met',
  not_indexed: 'Not looked at',
  other: 'Skipped or deleted',
  all: 'All',
}

/** The page at `paths.audit_trace`. @source docs/reference/business_rules.md §5.1 */
export function TracePage() {
  const { ticket_id, id } = useParams({ from: `/frame${paths.audit_trace}` })
  const { show = 'fired' as const } = useSearch({ from: `/frame${paths.audit_trace}` })
  const navigate = useNavigate({ from: paths.audit_trace })
  const query = useQuery({ ...traceQuery(Number(ticket_id), Number(id), TRACE_STATES[show]), placeholderData: keepPreviousData })
  return (
    <Page
      title={`Rules of an update of ticket #${ticket_id}`}
      trail={
        <Trail>
          <TextLink to={paths.ticket} params={{ id: ticket_id }} search={{ show: 'updates' }}>
            Ticket #{ticket_id}
          </TextLink>
        </Trail>
      }
      intro={query.data && <About audit={query.data.audit} />}
    >
      <Loaded query={query} noun="update" hint="The ticket may have been deleted, or you may not be allowed to see it." rows={8}>
        {({ trace }) => (
          <Cards>
            <Summary trace={trace} />
            {trace.automation !== null && <Automation automation={trace.automation} />}
            {trace.counts.some(({ count }) => count > 0) && (
              <Triggers
                trace={trace}
                show={show}
                onShow={(next) => void navigate({ search: next === 'fired' ? {} : { show: next }, replace: true })}
              />
            )}
          </Cards>
        )}
      </Loaded>
    </Page>
  )
}

function About({ audit }: { audit: AuditTrace['audit'] }) {
  const { person } = useNames([], listNamedIds([{ author_id: audit.author_id, events: [] }]))
  return (
    <>
      {person(audit.author_id)} {viaWords(audit.via)}, <RelativeTime at={audit.created_at} />
    </>
  )
}

/** What holds for the update as a whole. */
function Summary({ trace }: { trace: RuleTrace }) {
  const { record, message, is_exact, differences, rounds, ended, effects_performed_at } = trace
  if (record !== 'kept')
    return (
      <Notice type="info" title={record === 'none' ? 'No rules ran' : 'It is too long ago'}>
        {message}
      </Notice>
    )
  return (
    <>
      {!is_exact && (
        <Notice type="warning" title="The exact reason is no longer available">
          {differences.join(' ')}
        </Notice>
      )}
      {ended !== null && (
        <Card aria-label="Summary">
          <FormBody>
            <Facts>
              <dt>Rounds</dt>
              <dd>{rounds}. Each change by a trigger begins another.</dd>
              <dt>Why it ended</dt>
              <dd>{ended.reason}</dd>
              {effects_performed_at !== null && (
                <>
                  <dt>Mails and calls</dt>
                  <dd>
                    handed over <RelativeTime at={effects_performed_at} />
                  </dd>
                </>
              )}
            </Facts>
          </FormBody>
        </Card>
      )}
    </>
  )
}

function Automation({ automation }: { automation: NonNullable<RuleTrace['automation']> }) {
  const { data: definitions } = useQuery(definitionsQuery('automations'))
  return <TracedAutomation automation={automation} definitions={definitions} />
}

const AT_ONCE = 50

interface TriggersProps {
  trace: RuleTrace
  show: TracePart
  onShow: (show: TracePart) => void
}

function Triggers({ trace: { counts, triggers }, show, onShow }: TriggersProps) {
  const { data: definitions } = useQuery(definitionsQuery('triggers'))
  const [shown, setShown] = useState(AT_ONCE)
  const countOf = (part: TracePart) => {
    const states: readonly string[] = TRACE_STATES[part]
    return counts.reduce((sum, { state, count }) => (part === 'all' || states.includes(state) ? sum + count : sum), 0)
  }
  const segments = keysOf(TRACE_STATES)
    .map((value) => ({ value, label: labels[value], count: countOf(value) }))
    .filter(({ value, count }) => count > 0 || value === 'fired' || value === show)
  return (
    <>
      <div>
        <Segments
          label="Triggers"
          segments={segments}
          value={show}
          onChange={(next) => {
            setShown(AT_ONCE)
            onShow(next)
          }}
        />
      </div>
      <Card>
        {triggers.length === 0 ? (
          <EmptyState icon="shapes" title="None of the triggers">
            {show === 'fired' ? 'No trigger fired on this update. Above are those that did not.' : 'None of them is in this part.'}
          </EmptyState>
        ) : (
          <TracedTriggers triggers={triggers.slice(0, shown)} definitions={definitions} />
        )}
        {triggers.length > shown && (
          <FormActions>
            <Button onClick={() => setShown(shown + AT_ONCE)}>Show more</Button>
          </FormActions>
        )}
      </Card>
    </>
  )
}
