import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { staffQuery } from '#features/access_duties/public.ts'
import { DateField } from '#kit/DateField.tsx'
import { SelectField, TextArea, TextField } from '#kit/fields.tsx'
import { Summary } from '#kit/Summary.tsx'
import styles from './TokenBounds.module.css'
import type { TokenDraft } from './token_draft.ts'

/** The members with a field in this section. */
export const BOUNDS = ['expires_at', 'assigned_user_id', 'allowed_ips', 'per_minute'] as const

interface TokenBoundsProps {
  draft: TokenDraft
  /** The error of a member, if any. */
  problem: (member: (typeof BOUNDS)[number]) => string | undefined
  onChange: (change: Partial<TokenDraft>) => void
}

/** The optional bounds of a new token: its expiry, its user, its networks and its rate limit. */
export function TokenBounds({ draft, problem, onChange }: TokenBoundsProps) {
  const [isOpen, setOpen] = useState(false)
  const isWrong = BOUNDS.some((member) => problem(member) !== undefined)
  return (
    <details open={isOpen || isWrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <Summary>End, binding and limits</Summary>
      <div className={styles.fields}>
        <DateField
          label="Last day"
          name="expires_at"
          hint="The last day on which it works, in UTC. Empty: until it is revoked, or as long as its access request was accepted for."
          value={draft.last_day}
          onChange={(last_day) => onChange({ last_day })}
          error={problem('expires_at')}
        />
        <BindingField value={draft.assigned_user_id} error={problem('assigned_user_id')} onChange={onChange} />
        <TextArea
          label="Allowed addresses"
          name="allowed_ips"
          hint="One address or network on each line, such as 192.0.2.0/24. Empty: from anywhere."
          value={draft.addresses}
          onChange={(addresses) => onChange({ addresses })}
          error={problem('allowed_ips')}
        />
        <TextField
          label="Calls a minute"
          name="per_minute"
          hint="Calls beyond that get status 429. Empty: only the limit of the instance."
          value={draft.budget}
          onChange={(budget) => onChange({ budget })}
          error={problem('per_minute')}
          autoComplete="off"
        />
      </div>
    </details>
  )
}

interface BindingFieldProps {
  value: string
  error: string | undefined
  onChange: (change: Partial<TokenDraft>) => void
}

/** Every token is administrator-level, so only administrators can be bound. */
function BindingField({ value, error, onChange }: BindingFieldProps) {
  const { data: staff = [] } = useQuery(staffQuery)
  const administrators = staff.filter(({ role }) => role === 'admin')
  return (
    <SelectField
      label="Works for"
      name="assigned_user_id"
      hint="Bound to one administrator, it acts as nobody else. That cannot be changed later."
      value={value}
      onChange={(assigned_user_id) => onChange({ assigned_user_id })}
      choices={[
        { value: '', label: 'Whoever is named beside it' },
        ...administrators.map(({ id, name, email }) => ({ value: String(id), label: email === null ? name : `${name} (${email})` })),
      ]}
      error={error}
    />
  )
}
