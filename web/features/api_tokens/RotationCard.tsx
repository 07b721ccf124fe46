import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiToken, type LateCaller, lateCallersQuery, useRotateApiToken } from './queries.ts'
import { detailOf } from '#contract/errors.ts'
import { CardForm, LeaveGuard, LoadedCard } from '#features/common/public.ts'
import type { Column } from '#kit/table/PlainTable.tsx'
import { PlainTable } from '#kit/table/PlainTable.tsx'
import { Button } from '#kit/Button.tsx'
import { Card, CardTitle, FormActions, FormBody } from '#kit/Card.tsx'
import { CopyField } from '#kit/CopyField.tsx'
import { TextField } from '#kit/fields.tsx'
import { Notice } from '#kit/Notice.tsx'
import { RelativeTime } from '#kit/RelativeTime.tsx'
import { Caller, Endpoint } from './Impact.tsx'
import { formatNumber } from '#kit/numbers.ts'

/** Creates a new value beside the old one; after that, shows who still uses the old one. */
export function RotationCard({ token }: { token: ApiToken }) {
  const rotate = useRotateApiToken()
  return (
    <>
      {rotate.data !== undefined && <NewValue value={rotate.data.token} />}
      {token.replaced_at !== null ? (
        <LateCallers token={token} />
      ) : (
        token.allowed_acts.includes('rotate') && (
          <RotationForm
            error={rotate.error}
            isBusy={rotate.isPending}
            onRotate={(silent_days) => rotate.mutate({ id: token.id, silent_days })}
          />
        )
      )}
    </>
  )
}

function NewValue({ value }: { value: string }) {
  const [isKept, setKept] = useState(false)
  if (isKept) return null
  return (
    <Card>
      <LeaveGuard isActive title="Leave without the new value?">
        It is shown only once. If you have not copied it, you cannot get it back.
      </LeaveGuard>
      <FormBody>
        <CardTitle>The new value</CardTitle>
        <Notice type="warning" title="Copy the token now">
          This is the only time its value is shown. Hand it over as a one-time secret, never by mail or chat.
        </Notice>
        <CopyField label="Token" name="token" value={value} hint="It has administrator-level access and works at once." />
      </FormBody>
      <FormActions>
        <Button kind="primary" onClick={() => setKept(true)}>
          I have copied it
        </Button>
      </FormActions>
    </Card>
  )
}

interface RotationFormProps {
  error: Error | null
  isBusy: boolean
  onRotate: (silent_days: number) => void
}

function RotationForm({ error, isBusy, onRotate }: RotationFormProps) {
  const [days, setDays] = useState('7')
  return (
    <CardForm
      title="Rotation"
      actionLabel="Rotate"
      error={error}
      failure="The token was not rotated"
      fields={['silent_days']}
      isBusy={isBusy}
      onSubmit={() => onRotate(/^\d+$/.test(days.trim()) ? Number(days) : 0)}
    >
      <p>The new value works at once. The old one goes on working until nobody has called with it for some days.</p>
      <TextField
        label="Silent days"
        name="silent_days"
        hint="After so many days without a call the old value is deactivated."
        value={days}
        onChange={setDays}
        error={detailOf(error, 'silent_days')}
        autoComplete="off"
      />
    </CardForm>
  )
}

function LateCallers({ token }: { token: ApiToken }) {
  return (
    <LoadedCard
      title="Late callers"
      about={(late) =>
        late.length === 0 ? 'Nobody has called with the old value since the rotation.' : 'These callers still use the old value.'
      }
      query={useQuery(lateCallersQuery(token.id))}
      noun="late callers"
      rows={2}
    >
      {(late) => late.length > 0 && <PlainTable label="Late callers" entries={late} columns={columns} keyOf={keyOf} />}
    </LoadedCard>
  )
}

const keyOf = ({ user_agent, ip_address, email, method, route }: LateCaller) => [user_agent, ip_address, email, method, route].join(' ')

const columns: readonly Column<LateCaller>[] = [
  { title: 'Caller', render: (caller) => <Caller {...caller} /> },
  { title: 'Endpoint', render: ({ method, route }) => <Endpoint method={method} route={route} /> },
  { title: 'Calls', width: '80px', render: ({ calls }) => formatNumber(calls) },
  { title: 'Last call', width: '140px', render: ({ last_at }) => <RelativeTime at={last_at} /> },
]
