// A choice of scopes: broad ones first, then those of one kind of record.
// Does not belong here: descriptions of scopes (the server returns them), whether a choice is allowed.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Scope, scopesQuery } from './queries.ts'
import { CheckboxGroup } from '#kit/fields.tsx'
import type { Choice } from '#kit/fields.tsx'
import { SecondLine } from '#kit/text.tsx'
import { Loaded } from '#features/common/public.ts'

interface ScopesFieldProps {
  values: readonly string[]
  onChange: (values: readonly string[]) => void
  /** The error of the choice. */
  error?: string | undefined
}

/** Chooses any number of scopes, of those that can be allowed beforehand: only a person who is asked grants `in_person`. Granted scopes that no longer exist are listed last, so that they can be removed. */
export function ScopesField(props: ScopesFieldProps) {
  return (
    <Loaded query={useQuery(scopesQuery)} noun="scopes" rows={4} isInCard>
      {(scopes) => <Groups {...props} scopes={scopes} />}
    </Loaded>
  )
}

function Groups({ scopes: all, ...group }: ScopesFieldProps & { scopes: readonly Scope[] }) {
  const scopes = all.filter(({ is_in_person }) => !is_in_person)
  const known = new Set(scopes.map(({ scope }) => scope))
  // unchecked ones stay visible: removing the focused checkbox would lose the keyboard focus
  const [before] = useState(group.values)
  const others = before.filter((value) => !known.has(value)).map((value) => ({ value, label: value }))
  const broad = scopes.filter(({ is_broad }) => is_broad).map(choiceOf)
  const narrow = scopes.filter(({ is_broad }) => !is_broad).map(choiceOf)
  return (
    <>
      <CheckboxGroup legend="Scopes over everything" name="scopes" choices={broad} {...group} />
      <CheckboxGroup
        legend="Scopes of one kind of record"
        name="scopes"
        choices={narrow}
        values={group.values}
        onChange={group.onChange}
        isLong
      />
      {/* the list scrolls: this shows the choice without scrolling */}
      <SecondLine>Chosen: {group.values.length === 0 ? 'none' : group.values.join(', ')}</SecondLine>
      {others.length > 0 && (
        <CheckboxGroup legend="Other scopes" name="scopes" choices={others} values={group.values} onChange={group.onChange} isLong />
      )}
    </>
  )
}

const choiceOf = ({ scope, title }: Scope): Choice<string> => ({ value: scope, label: title, hint: scope })
