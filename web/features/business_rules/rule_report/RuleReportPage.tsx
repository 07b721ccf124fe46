// What is wrong with the active triggers and automations: those that are broken, have no effect, or work against another.
// Does not belong here: how that is found out; the server does that.

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type RuleFinding, type RuleReport, ruleReportQuery } from '../queries/rule_report.ts'
import { Loaded } from '#features/common/public.ts'
import { keysOf } from '#lib/objects.ts'
import { paths } from '#lib/paths.ts'
import { RuleLink } from '../rules/RuleLink.tsx'
import type { Column } from '#kit/table/PlainTable.tsx'
import { SearchableTable } from '#kit/table/SearchableTable.tsx'
import { Card } from '#kit/Card.tsx'
import { EmptyState } from '#kit/EmptyState.tsx'
import { Notice } from '#kit/Notice.tsx'
import { Page } from '#kit/Page.tsx'
import { Segments } from '#kit/Segments.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { FINDINGS, filterFindings, parseReportSearch, type ReportSearch } from './findings.ts'
import { formatNumber } from '#kit/numbers.ts'

/** The page at `paths.rule_report`. */
export function RuleReportPage() {
  return (
    <Page
      isList
      title="Rule report"
      intro="What of the active triggers and automations is broken, has no effect, or works against another rule. It is made anew when this page is opened."
    >
      <Loaded query={useQuery(ruleReportQuery)} noun="rule report">
        {(report) => <Report report={report} />}
      </Loaded>
    </Page>
  )
}

function Report({ report: { triggers, automations, complete, findings } }: { report: RuleReport }) {
  if (findings.length === 0)
    return (
      <Card>
        <EmptyState icon="shapes" title="Nothing is wrong">
          {`${formatNumber(triggers)} active triggers and ${formatNumber(automations)} active automations were looked at.`}
        </EmptyState>
      </Card>
    )
  return (
    <>
      {!complete && (
        <Notice type="warning" title="The report is not complete">
          There are too many rules to compare each with each.
        </Notice>
      )}
      <Findings findings={findings} />
    </>
  )
}

function Findings({ findings }: { findings: readonly RuleFinding[] }) {
  const { kind, q = '', page = 1 } = useSearch({ from: `/frame${paths.rule_report}` })
  const navigate = useNavigate({ from: paths.rule_report })
  const open = useNavigate()
  const go = (search: ReportSearch, replace = true) => void navigate({ search: parseReportSearch({ ...search }), replace })
  const found = filterFindings(findings, q)
  const ofKind = (one: RuleFinding['kind']) => found.filter((finding) => finding.kind === one)
  const kinds = keysOf(FINDINGS).filter((one) => findings.some((finding) => finding.kind === one))
  const shown = kind === undefined ? kinds.flatMap(ofKind) : ofKind(kind)
  return (
    <SearchableTable
      label="Findings"
      searchLabel="Search findings"
      q={q}
      onSearch={(text) => go({ ...(kind === undefined ? {} : { kind }), q: text })}
      filters={
        <Segments
          label="Kind"
          segments={[
            { value: 'all' as const, label: 'All', count: found.length },
            ...kinds.map((value) => ({ value, label: FINDINGS[value].label, count: ofKind(value).length })),
          ]}
          value={kind ?? 'all'}
          onChange={(value) => go({ ...(value === 'all' ? {} : { kind: value }), q })}
        />
      }
      none={{ title: 'No finding matches', text: 'None has that text and kind.' }}
      onShowAll={() => go({})}
      entries={shown}
      columns={columns}
      keyOf={keyOf}
      nameOf={({ rules }) => rules.map(({ title }) => title).join(', ')}
      actionsOf={({ rules }) =>
        rules.map(({ type, id, title }) => ({
          label: `Edit ${title}`,
          onSelect: () => void open({ to: type === 'trigger' ? paths.trigger : paths.automation, params: { id: String(id) } }),
        }))
      }
      page={page}
      onPage={(next) => go({ ...(kind === undefined ? {} : { kind }), q, page: next }, false)}
    />
  )
}

const keyOf = ({ kind, rules, sentence }: RuleFinding) => [kind, ...rules.map(({ type, id }) => `${type} ${id}`), sentence].join(' ')

const columns: readonly Column<RuleFinding>[] = [
  {
    title: 'Rule',
    render: ({ rules }) => rules.map(({ type, id, title }) => <RuleLine key={`${type} ${id}`} kind={type} id={id} title={title} />),
  },
  { title: 'Finding', width: '45%', render: ({ sentence }) => sentence },
  {
    title: 'Kind',
    width: '132px',
    render: ({ kind }) => <StatusTag tone={FINDINGS[kind].tone}>{FINDINGS[kind].label}</StatusTag>,
  },
]

function RuleLine(rule: { kind: 'trigger' | 'automation'; id: number; title: string }) {
  return (
    <div>
      <RuleLink {...rule} />
    </div>
  )
}
