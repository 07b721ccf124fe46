// One rule of a trace: its conditions with what they saw, what its actions did, and why it stopped.
// Does not belong here: the page (TracePage.tsx), results in words (trace_words.ts).

import type { ReactNode } from 'react'
import { type RuleDefinitions, changeWords, COLLECTIONS, type MemberWords, wordsWith } from '#features/business_rules/public_words.ts'
import type { RuleTrace, TracedAction, TracedChange, TracedConditions, TracedTrigger } from './queries.ts'
import { type Column, PlainTable } from '#kit/table/PlainTable.tsx'
import { Box } from '#kit/Box.tsx'
import { Card, CardHead, CardTitle } from '#kit/Card.tsx'
import { RuledList } from '#kit/Ruled.tsx'
import { StatusTag } from '#kit/StatusTag.tsx'
import { Strong, Subtle } from '#kit/text.tsx'
import { RuleLink } from '#features/business_rules/public.ts'
import { describeDelivery } from './delivery_words.ts'
import { resultWords, roundWords, describeSeenValue, findSentValue, STATES } from './trace_words.ts'
import styles from './TracedRule.module.css'
import { useNames } from './use_names.ts'

/** A condition with its place: a rule may have the same one twice. */
type Condition = TracedConditions['all'][number] & { readonly place: number }

interface TracedTriggersProps {
  triggers: readonly TracedTrigger[]
  definitions: RuleDefinitions | undefined
}

/** The triggers in their order. */
export function TracedTriggers({ triggers, definitions }: TracedTriggersProps) {
  const words = useChangedNames(triggers.flatMap(({ changes }) => changes))
  return (
    <RuledList aria-label="Triggers in their order">
      {triggers.map((trigger) => {
        const { id, title, position, state, reason, fired, rounds, conditions, actions, changes } = trigger
        const { label, tone } = STATES[state]
        return (
          <li key={id} className={styles.rule}>
            <CardTitle>
              {position}. <RuleLink kind="trigger" id={id} title={title ?? `Trigger ${id}`} />{' '}
              <StatusTag tone={tone}>{fired === null ? label : `${label}, as number ${fired}`}</StatusTag>
            </CardTitle>
            <p>
              {reason} {rounds.length > 0 && <Subtle>Looked at {roundWords(rounds)}.</Subtle>}
            </p>
            <RuleDetails
              name={title ?? `trigger ${id}`}
              conditions={conditions}
              actions={actions}
              changes={changes}
              definitions={definitions}
              words={words}
            />
          </li>
        )
      })}
    </RuledList>
  )
}

interface TracedAutomationProps {
  automation: NonNullable<RuleTrace['automation']>
  definitions: RuleDefinitions | undefined
}

/** The automation that made an update. */
export function TracedAutomation({ automation, definitions }: TracedAutomationProps) {
  const { id, title, conditions, actions, changes } = automation
  const words = useChangedNames(changes)
  return (
    <Card aria-labelledby="automation">
      <CardHead>
        <CardTitle id="automation">What the automation saw</CardTitle>
        <RuleLink kind="automation" id={id} title={title} />
      </CardHead>
      <div className={styles.rule}>
        <RuleDetails name={title} conditions={conditions} actions={actions} changes={changes} definitions={definitions} words={words} />
      </div>
    </Card>
  )
}

/** Members in words; the people and organizations that changes name are looked up. */
function useChangedNames(changes: readonly TracedChange[]): MemberWords {
  const idsOf = (collection: string) => {
    const named = changes
      .filter(({ field }) => COLLECTIONS[field] === collection)
      .flatMap(({ before, after }) => [Number(before), Number(after)])
    return [...new Set(named.filter((id) => id > 0))].sort((one, other) => one - other)
  }
  return useNames([], { users: idsOf('users'), organizations: idsOf('organizations') }).words
}

interface RuleDetailsProps {
  /** Of the rule, for the names of the tables. */
  name: string
  conditions: TracedConditions | null
  actions: readonly TracedAction[]
  changes: readonly TracedChange[]
  definitions: RuleDefinitions | undefined
  words: MemberWords
}

/** What a rule saw and did. */
function RuleDetails({ name, conditions, actions, changes, definitions, words }: RuleDetailsProps) {
  const say = wordsWith(definitions)
  const columns = conditionColumns(say, words)
  return (
    <>
      {conditions !== null && (
        <>
          <Conditions title="All of these" name={name} conditions={conditions.all} columns={columns} />
          <Conditions title="At least one of these" name={name} conditions={conditions.any} columns={columns} />
        </>
      )}
      {actions.length > 0 && (
        <Part title="Actions">
          <ul className={styles.lines}>
            {actions.map((action, index) => (
              <li key={index}>
                <span className={styles.sent}>{say({ ...action, value: findSentValue(action) })}</span>{' '}
                <Subtle>{resultWords(action)}</Subtle>
                {action.sent !== null && <Subtle> {describeDelivery(action.sent)}</Subtle>}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {changes.length > 0 && (
        <Part title="What it changed">
          <ul className={styles.lines}>
            {changes.map((change) => (
              <li key={change.field}>{changeWords(words, change)}</li>
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}

interface ConditionsProps {
  title: string
  name: string
  conditions: TracedConditions['all']
  columns: readonly Column<Condition>[]
}

function Conditions({ title, name, conditions, columns }: ConditionsProps) {
  if (conditions.length === 0) return null
  const entries = conditions.map((condition, place) => ({ ...condition, place }))
  return (
    <Part title={title}>
      <Box className={styles.table}>
        <PlainTable label={`${title}: ${name}`} entries={entries} columns={columns} keyOf={({ place }) => place} />
      </Box>
    </Part>
  )
}

/** A condition sees a value of the same kind as it compares with, so both are said by its definition. */
function conditionColumns(say: ReturnType<typeof wordsWith>, words: MemberWords): readonly Column<Condition>[] {
  return [
    { title: 'Condition', render: say },
    {
      title: 'Value seen',
      width: '38%',
      render: ({ field, seen, hidden }) => describeSeenValue(seen, hidden, (value) => words.value(field, value)),
    },
    {
      title: 'Met',
      width: '88px',
      render: ({ holds }) => <StatusTag tone={holds ? 'good' : 'off'}>{holds ? 'Met' : 'Not met'}</StatusTag>,
    },
  ]
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Strong>{title}</Strong>
      {children}
    </div>
  )
}
