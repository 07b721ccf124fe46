// Picks a person by name or e-mail address.
// Does not belong here: the look of the field and its keyboard use (#kit/PickField.tsx).

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { describeError } from '#contract/errors.ts'
import { foundPeopleQuery, MIN_TYPED, type Person } from './people.ts'
import { type Pick, PickField } from '#kit/PickField.tsx'

interface PersonFieldProps {
  label: string
  name: string
  hint?: ReactNode
  error?: string | undefined
  /** The id of a person who cannot be picked, such as the user. */
  except: number | null
  /** Called with the id of the person picked; null when the pick is cleared. */
  onPick: (id: number | null) => void
}

/** Finds people by the beginning of their name as it is typed, or by their full e-mail address. */
export function PersonField({ except, error, onPick, ...field }: PersonFieldProps) {
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<Pick | null>(null)
  const text = typed.trim()
  const { data, error: failure, isFetching } = useQuery(foundPeopleQuery(text))
  const people = text.length < MIN_TYPED ? [] : (data ?? []).filter(({ id }) => id !== except)
  return (
    <PickField
      {...field}
      error={error !== undefined && picked === null && text !== '' ? 'Pick a person from the list' : error}
      typed={typed}
      onType={setTyped}
      picks={people.map(pickOf)}
      emptyText={emptyTextOf(text, isFetching, failure)}
      picked={picked}
      onPick={(pick) => {
        setPicked(pick)
        onPick(pick === null ? null : Number(pick.value))
      }}
      isRequired
    />
  )
}

function pickOf({ id, name, email }: Person): Pick {
  return { value: String(id), label: name, ...(email === null ? {} : { more: email }) }
}

function emptyTextOf(text: string, isFetching: boolean, failure: Error | null): string {
  if (text.length < MIN_TYPED) return 'Type a name or a whole e-mail address'
  if (isFetching) return 'Looking …'
  return failure === null ? 'No user has this name or address' : describeError(failure)
}
