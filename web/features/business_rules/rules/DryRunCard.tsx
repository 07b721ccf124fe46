// Tries the rule of a form without saving it: a trigger on past updates, an automation on the tickets as they are.
// Does not belong here: what came of it (DryRunResult.tsx), the lines that the server refuses (RuleForm.tsx).

import { useState } from 'react'
import type { DryRun, TriedKind } from '../queries/dry_runs.ts'
import { ApiError, describeError } from '#contract/errors.ts'
import type { RuleDefinitions } from '../queries/rule_records.ts'
import { Button } from '#kit/Button.tsx'
import { Card, CardHead, CardTitle } from '#kit/Card.tsx'
import { InlineSelect } from '#kit/InlineSelect.tsx'
import { Notice } from '#kit/Notice.tsx'
import { Subtle } from '#kit/text.tsx'
import styles from './DryRunCard.module.css'
import { DryRunResult } from './DryRunResult.tsx'
import { ruleKinds } from './kinds.ts'

interface DryRunCardProps {
  kind: TriedKind
  /** The saved rule whose place the draft takes; undefined for a new one. */
  id: number | undefined
  /** What is tried differs from the form: it is switched off, or was changed since. */
  note: string | undefined
  definitions: RuleDefinitions
  dryRun: { data: DryRun | undefined; error: Error | null; isPending: boolean }
  /** `days`: how many past days the updates are from; of no meaning for automations. */
  onTry: (days: number) => void
}

const DAYS = ['1', '3', '7', '14', '30'] as const
const INTROS = {
  triggers: 'Runs the triggers of past updates again, with this one among them as it is in the form. Nothing is saved, changed or sent.',
  automations:
    'Finds the tickets that would be changed if the automation ran now, as it is in the form. Nothing is saved, changed or sent.',
}

/** The card with its button; below it what came of the last dry run. */
export function DryRunCard({ kind, id, note, definitions, dryRun, onTry }: DryRunCardProps) {
  const [days, setDays] = useState<(typeof DAYS)[number]>('7')
  const { data, error, isPending } = dryRun
  return (
    <Card aria-labelledby="dry_run">
      <CardHead>
        <CardTitle id="dry_run">Dry run</CardTitle>
        <Subtle>{INTROS[kind]}</Subtle>
      </CardHead>
      <div className={styles.controls}>
        {kind === 'triggers' && (
          <InlineSelect
            label="Updates of"
            options={DAYS.map((value) => ({ value, label: value === '1' ? 'the last day' : `the last ${value} days` }))}
            value={days}
            onChange={setDays}
          />
        )}
        <Button isBusy={isPending} onClick={() => onTry(Number(days))}>
          Try it
        </Button>
      </div>
      {error !== null && (
        <div className={styles.controls}>
          <Notice type="error" title={`The ${ruleKinds[kind].one} could not be tried`}>
            {whyNot(error)}
          </Notice>
        </div>
      )}
      {error === null && data !== undefined && <DryRunResult id={id ?? 0} note={note} definitions={definitions} {...data} />}
    </Card>
  )
}

/** Sentences on conditions and actions are at their lines; all of them are in the message. */
function whyNot(error: Error): string {
  return error instanceof ApiError && error.problems.length > 0 ? error.problems.join(' ') : describeError(error)
}
