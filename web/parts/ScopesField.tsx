// The scopes there are, to choose from: those over everything first, then those of one kind of record.
// Does not belong here: what scopes mean (the server says so), whether a choice is allowed.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { scopesQuery } from '../api/oauth_authorizations.ts'
import type { Scope } from '../api/oauth_authorizations.ts'
import { CheckboxGroup } from '../ui/fields.tsx'
import type { Choice } from '../ui/fields.tsx'
import { SecondLine } from '../ui/text.tsx'
import { Loaded } from './Loaded.tsx'

interface ScopesFieldProps {
  values: readonly string[]
  onChange: (values: readonly string[]) => void
  /** What is wrong with the choice. */
  error?: string | undefined
}

/** Any number of scopes. What was granted before and is on no list stands at the end, so that it can be taken away. */
export function ScopesField(props: ScopesFieldProps) {
  return (
    <Loaded query={useQuery(scopesQuery)} noun="scopes" rows={4} isInCard>
      {(scopes) => <Groups {...props} scopes={scopes} />}
    </Loaded>
  )
}

function Groups({ scopes, ...group }: ScopesFieldProps & { scopes: readonly Scope[] }) {
  const known = new Set(scopes.map(({ scope }) => scope))
  // they stay in sight when they are unchecked: whoever does that with the keyboard stands on them
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
      {/* the list scrolls: what is chosen need not be looked for */}
      <SecondLine>Chosen: {group.values.length === 0 ? 'none' : group.values.join(', ')}</SecondLine>
      {others.length > 0 && (
        <CheckboxGroup legend="Other scopes" name="scopes" choices={others} values={group.values} onChange={group.onChange} isLong />
      )}
    </>
  )
}

const choiceOf = ({ scope, title }: Scope): Choice<string> => ({ value: scope, label: title, hint: scope })
