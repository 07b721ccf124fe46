import { useState } from 'react'
import { detailOf } from '#contract/errors.ts'
import { type Integration, type IntegrationStep, type Names, useTickStep } from './queries.ts'
import { FormError, reportError } from '#features/common/public.ts'
import { Card, CardHead, CardTitle } from '#kit/Card.tsx'
import { Checklist } from '#kit/Checklist.tsx'
import { TextArea } from '#kit/fields.tsx'
import { FormDialog } from '#kit/FormDialog.tsx'
import { showToast } from '#kit/toasts.tsx'
import { countDone, findOpenChecklist } from './integration.ts'

type ListName = 'creation_steps' | 'revocation_steps'

const words: Readonly<Record<ListName, { title: string; open: string; closed: string; later: string }>> = {
  creation_steps: {
    title: 'Setting it up',
    open: 'The integration is active when every step is done.',
    closed: 'How it was set up.',
    later: 'How it is set up.',
  },
  revocation_steps: {
    title: 'Its revocation',
    open: 'What it owned has been removed. The integration is revoked when every step is done.',
    closed: 'How it was revoked.',
    later: 'What is to be done when it is revoked.',
  },
}

/** One checklist of an integration; its steps can be ticked while it is open. */
export function ChecklistCard({ integration, names, list }: { integration: Integration; names: Names; list: ListName }) {
  const [ticked, setTicked] = useState<IntegrationStep>()
  const untick = useUntick(integration.id)
  const steps = integration[list]
  const isOpen = findOpenChecklist(integration) === list && integration.allowed_acts.includes('tick')
  const { title, open, closed, later } = words[list]
  const began = steps.some(({ done_at }) => done_at !== null)
  return (
    <Card>
      <CardHead>
        <CardTitle>{title}</CardTitle>
        <p>
          {findOpenChecklist(integration) === list ? open : began ? closed : later}{' '}
          {began && `${countDone(steps)} of ${steps.length} steps are done.`}
        </p>
      </CardHead>
      <Checklist
        label={title}
        entries={steps.map((step) => ({
          key: step.key,
          title: step.title,
          how: step.how,
          mark: step.automatic ? 'Deskhand does this itself.' : undefined,
          done_at: step.done_at,
          done_by: step.done_by_id === null ? undefined : (names.get(step.done_by_id) ?? 'Deskhand'),
          note: step.note,
          is_due: began || isOpen,
          ...(isOpen && !step.automatic ? { onDone: () => setTicked(step), onUndone: () => void untick(step.key) } : {}),
        }))}
      />
      {ticked && <TickDialog id={integration.id} step={ticked} onClose={() => setTicked(undefined)} />}
    </Card>
  )
}

function useUntick(id: number) {
  const tick = useTickStep(id)
  return async (key: string) => {
    try {
      await tick.mutateAsync({ key, done: false })
    } catch (error) {
      reportError(error)
    }
  }
}

function TickDialog({ id, step, onClose }: { id: number; step: IntegrationStep; onClose: () => void }) {
  const [note, setNote] = useState('')
  const tick = useTickStep(id)
  const problem = detailOf(tick.error, 'note')
  const submit = () =>
    tick.mutate(
      { key: step.key, done: true, note },
      {
        onSuccess: ({ state }) => {
          showToast('success', done[state] ?? 'Step done')
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={step.title}
      actionLabel="Mark as done"
      isBusy={tick.isPending}
      error={tick.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError error={tick.error} title="The step was not marked as done" fields={['note']} />
      <p>{step.how}</p>
      <TextArea
        label="Note"
        name="note"
        hint="What was done, and by whom if not by you. Optional."
        value={note}
        onChange={setNote}
        error={problem}
      />
    </FormDialog>
  )
}

const done: Readonly<Record<string, string>> = { active: 'The integration is active', revoked: 'The integration is revoked' }
