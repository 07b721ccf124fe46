// Picks a person by name or e-mail address.
// Does not belong here: how the field looks and is used with the keyboard (web/ui/PickField.tsx).

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { describeError } from '../api/errors.ts'
import { foundPeopleQuery, LEAST_TYPED, type Person } from '../api/people.ts'
import { type Pick, PickField } from '../ui/PickField.tsx'

interface PersonFieldProps {
  label: string
  name: string
  hint?: ReactNode
  error?: string | undefined
  /** Somebody who cannot be meant, such as oneself. */
  except: number | null
  /** The id of whoever is picked; null when it is nobody any more. */
  onPick: (id: number | null) => void
}

/** Finds a person while his name is typed, or by his whole e-mail address. */
export function PersonField({ except, error, onPick, ...field }: PersonFieldProps) {
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<Pick | null>(null)
  const text = typed.trim()
  const { data, error: failure, isFetching } = useQuery(foundPeopleQuery(text))
  const people = text.length < LEAST_TYPED ? [] : (data ?? []).filter(({ id }) => id !== except)
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
  if (text.length < LEAST_TYPED) return 'Type a name or a whole e-mail address'
  if (isFetching) return 'Looking …'
  return failure === null ? 'Nobody here has this name or address' : describeError(failure)
}
