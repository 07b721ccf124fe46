import { createLink } from '@tanstack/react-router'
import type { ListedRule, Restriction, RuleKind } from '../queries/rule_records.ts'
import type { Column } from '#kit/table/PlainTable.tsx'
import { MovedCell, MoveHandle } from '#kit/MoveHandle.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { Switch } from '#kit/Switch.tsx'
import { SecondLine, TextAnchor } from '#kit/text.tsx'
import { ruleKinds } from './kinds.ts'
import { TicketCount } from './TicketCount.tsx'
import { formatNumber } from '#kit/numbers.ts'

const TextLink = createLink(TextAnchor)

interface ColumnsInput {
  kind: RuleKind
  rules: readonly ListedRule[]
  /** Names of trigger categories by id. */
  categories: ReadonlyMap<string, string>
  /** Says who a macro or a view is for. */
  audienceOf: (restriction: Restriction) => string
  /** The rule goes by one or to the place of the rule at an index of the page. */
  onStep: (rule: ListedRule, by: -1 | 1) => void
  onDrop: (rule: ListedRule, index: number) => void
  onSwitch: (rule: ListedRule, isOn: boolean) => void
}

/** The columns of a list of rules. Those of usage, categories and tickets are there if the rules have them. */
export function ruleColumns({
  kind,
  rules,
  categories,
  audienceOf,
  onStep,
  onDrop,
  onSwitch,
}: ColumnsInput): readonly Column<ListedRule>[] {
  const hasUsage = rules.some(({ usage_7d }) => usage_7d !== undefined)
  return [
    {
      title: 'Name',
      render: (rule) => (
        <MovedCell>
          <MoveHandle label={`Move ${rule.title}`} onStep={(by) => onStep(rule, by)} onDrop={(index) => onDrop(rule, index)} />
          <div>
            <TextLink to={ruleKinds[kind].page} params={{ id: String(rule.id) }}>
              {rule.title}
            </TextLink>
            {rule.description && <SecondLine>{rule.description}</SecondLine>}
          </div>
        </MovedCell>
      ),
    },
    ...(kind === 'triggers'
      ? [{ title: 'Category', width: '18%', render: ({ category_id = '' }: ListedRule) => categories.get(category_id) ?? '' }]
      : []),
    ...(kind === 'macros' || kind === 'views'
      ? [{ title: 'For', width: '18%', render: ({ restriction = null }: ListedRule) => audienceOf(restriction) }]
      : []),
    ...(kind === 'views' ? [{ title: 'Tickets', width: '80px', render: (view: ListedRule) => <TicketCount view={view} /> }] : []),
    ...(hasUsage
      ? [
          { title: 'Used, 24 h', width: '84px', render: ({ usage_24h = 0 }: ListedRule) => formatNumber(usage_24h) },
          { title: 'Used, 7 d', width: '84px', render: ({ usage_7d = 0 }: ListedRule) => formatNumber(usage_7d) },
        ]
      : []),
    { title: 'Changed', width: '112px', render: ({ updated_at }) => <RelativeTime at={updated_at} /> },
    {
      title: 'Active',
      width: '72px',
      render: (rule) => (
        <Switch label={`${rule.title} is active`} isLabelHidden isOn={rule.active} onChange={(isOn) => onSwitch(rule, isOn)} />
      ),
    },
  ]
}
