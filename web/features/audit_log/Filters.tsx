import { useQuery } from '@tanstack/react-query'
import { staffQuery } from '#features/access_duties/public.ts'
import { DateField } from '#kit/DateField.tsx'
import { SelectField, TextField } from '#kit/fields.tsx'
import { FilterGrid } from '#kit/FilterGrid.tsx'
import { ACTIONS, parseAuditSearch, typeChoices } from './search.ts'
import type { AuditSearch } from './search.ts'

const ANY = ''

/** Filters the log by text, action, type of record, actor, IP address and days. */
export function Filters({ search, onChange }: { search: AuditSearch; onChange: (search: AuditSearch) => void }) {
  const set = (change: Record<string, unknown>) => onChange(parseAuditSearch({ ...search, ...change }))
  return (
    <FilterGrid role="group" aria-label="Filters">
      <TextField label="Words" name="text" autoComplete="off" value={search.text ?? ''} onChange={(text) => set({ text })} />
      <SelectField
        label="Action"
        name="action"
        value={search.action ?? ANY}
        onChange={(action) => set({ action })}
        choices={[{ value: ANY, label: 'Any' }, ...Object.entries(ACTIONS).map(([value, label]) => ({ value, label }))]}
      />
      <SelectField
        label="Kind"
        name="type"
        value={search.type ?? ANY}
        onChange={(type) => set({ type, source: undefined })}
        choices={[{ value: ANY, label: 'Any' }, ...typeChoices(search.type)]}
      />
      <PersonField actor={search.actor} onChange={(actor) => set({ actor })} />
      <TextField label="Address" name="address" value={search.address ?? ''} onChange={(address) => set({ address })} />
      <DateField label="From" value={search.from ?? ''} onChange={(from) => set({ from })} />
      <DateField label="To" value={search.to ?? ''} onChange={(to) => set({ to })} />
    </FilterGrid>
  )
}

/** Staff by name, the system, and unauthenticated callers; an end user is chosen elsewhere, by id. */
function PersonField({ actor, onChange }: { actor: number | undefined; onChange: (actor: number | undefined) => void }) {
  const { data: staff = [] } = useQuery(staffQuery)
  const known = [
    { value: '-1', label: 'System' },
    { value: '0', label: 'Anonymous user' },
    ...staff.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const value = actor === undefined ? ANY : String(actor)
  const other = value === ANY || known.some((person) => person.value === value) ? [] : [{ value, label: `User ${value}` }]
  return (
    <SelectField
      label="Person"
      name="actor"
      value={value}
      onChange={(chosen) => onChange(chosen === ANY ? undefined : Number(chosen))}
      choices={[{ value: ANY, label: 'Anybody' }, ...other, ...known]}
    />
  )
}
