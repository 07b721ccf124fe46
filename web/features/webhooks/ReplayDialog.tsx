import { useState } from 'react'
import { detailOf } from '#contract/errors.ts'
import { useReplay } from './queries.ts'
import { FormError } from '#features/common/public.ts'
import { SelectField } from '#kit/fields.tsx'
import { FormDialog } from '#kit/FormDialog.tsx'
import { DateField } from '#kit/DateField.tsx'
import { Notice } from '#kit/Notice.tsx'
import { showToast } from '#kit/toasts.tsx'
import { endOf, momentOf, STATUSES } from './search.ts'
import { statusWords } from './words.ts'

interface ReplayDialogProps {
  /** The id of the webhook. */
  id: string
  /** What the log shows now: the range begins with it. */
  from: string | undefined
  to: string | undefined
  onClose: () => void
}

const NOT_TAKEN = ''
const statuses = [
  { value: NOT_TAKEN, label: 'All that did not succeed' },
  ...STATUSES.filter((status) => status !== 'pending').map((value) => ({ value, label: statusWords[value].label })),
]

/** Asks for a range of time and repeats its calls. The server repeats so many at once; the dialog stays open while there are more. */
export function ReplayDialog({ id, from: shownFrom = '', to: shownTo = '', onClose }: ReplayDialogProps) {
  const [from, setFrom] = useState(shownFrom)
  const [to, setTo] = useState(shownTo)
  const [status, setStatus] = useState(NOT_TAKEN)
  const replay = useReplay(id)
  const submit = () =>
    replay.mutate(
      {
        ...(from === '' ? {} : { from: momentOf(from) }),
        ...(to === '' ? {} : { to: endOf(to) }),
        ...(status === NOT_TAKEN ? {} : { status }),
      },
      {
        onSuccess: ({ count, has_more }) => {
          if (count === 0 || has_more) return
          showToast('success', count === 1 ? 'A call is being repeated' : `${count} calls are being repeated`)
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title="Replay calls"
      actionLabel="Replay"
      isBusy={replay.isPending}
      error={replay.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError error={replay.error} title="No call was repeated" fields={['from', 'to', 'status']} />
      {replay.data && <Result {...replay.data} />}
      <p>
        Calls that ended in this time are made again, the oldest first, with the same content, a new id and a new signature. Those that have
        been repeated since are left out.
      </p>
      <DateField hasTime label="From" name="replay_from" value={from} onChange={setFrom} error={detailOf(replay.error, 'from')} />
      <DateField
        hasTime
        label="To"
        name="replay_to"
        hint="Empty: until now."
        value={to}
        onChange={setTo}
        error={detailOf(replay.error, 'to')}
      />
      <SelectField label="Which calls" name="replay_status" choices={statuses} value={status} onChange={setStatus} />
    </FormDialog>
  )
}

function Result({ count }: { count: number }) {
  if (count === 0)
    return (
      <Notice type="info" title="There is nothing to repeat">
        No call of this time and status is left that has not been repeated since.
      </Notice>
    )
  return (
    <Notice type="info" title={`${count} calls are being repeated`}>
      There are more: replay again for the next ones.
    </Notice>
  )
}
