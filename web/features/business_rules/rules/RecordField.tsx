// Picks a record that is one of too many to list: by the beginning of its name.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MIN_TYPED, type Findable, foundRecordsQuery, namedRecordQuery } from '#features/named_records/public.ts'
import { type Pick, PickField } from '#kit/PickField.tsx'
import type { ValueChoice } from './definitions.ts'

interface RecordFieldProps {
  label: string
  /** Values with a meaning of their own, such as the current user; before the records. */
  choices: readonly ValueChoice[]
  /** The kind of the records, as the API calls it. */
  collection: Findable
  value: string
  isInvalid: boolean
  onChange: (value: string) => void
}

/** The field is empty while nothing is typed; then it shows what was picked before, by name. */
export function RecordField({ label, choices, collection, value, isInvalid, onChange }: RecordFieldProps) {
  const [typed, setTyped] = useState<string>()
  const text = (typed ?? '').trim()
  const { data: named } = useQuery(namedRecordQuery(collection, value))
  const { data: found = [], isFetching } = useQuery(foundRecordsQuery(collection, text))
  const fixed = choices.find((choice) => choice.value === value)?.label
  const picked: Pick | null = value === '' && fixed === undefined ? null : { value, label: fixed ?? named?.name ?? value }
  const isShort = text.length < MIN_TYPED
  const names = choices.filter((choice) => choice.label.toLowerCase().includes(text.toLowerCase()))
  const records = isShort ? [] : found.map(({ id, name, email }) => ({ value: String(id), label: name, ...(email ? { more: email } : {}) }))
  return (
    <PickField
      label={label}
      name={label}
      isLabelHidden
      isInvalid={isInvalid}
      typed={typed ?? picked?.label ?? ''}
      onType={setTyped}
      picks={[...names.map((choice) => ({ value: choice.value, label: choice.label })), ...records]}
      emptyText={isShort ? 'Type the beginning of a name' : isFetching ? 'Looking …' : 'Nothing has this name'}
      picked={picked}
      onPick={(pick) => {
        if (pick === null) return
        setTyped(undefined)
        onChange(pick.value)
      }}
    />
  )
}
