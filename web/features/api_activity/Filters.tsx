import { useQuery } from '@tanstack/react-query'
import { activityQuery, type Grouping } from './queries.ts'
import { currentTime } from '#lib/clock.ts'
import { FilterChip, FilterChips } from '#kit/FilterChip.tsx'
import styles from './Filters.module.css'
import { readSearch, filtersOf } from './search.ts'
import type { ActivitySearch } from './search.ts'

type Filter = ReturnType<typeof filtersOf>[number]['name']

/** Filters shown as one chip, and the grouping under which the API returns their labels. */
const CHIPS: readonly { title: string; of: readonly Filter[]; by: Grouping }[] = [
  { title: 'Credential', of: ['credential_kind', 'credential_id'], by: 'credential' },
  { title: 'Client', of: ['client_id'], by: 'client' },
  { title: 'User', of: ['user_id'], by: 'user' },
  { title: 'Endpoint', of: ['method', 'route'], by: 'endpoint' },
  { title: 'User agent', of: ['user_agent'], by: 'user_agent' },
  { title: 'Address', of: ['ip_address'], by: 'address' },
]

/** The active filters as chips that can be removed. */
export function Filters({ search, onChange }: { search: ActivitySearch; onChange: (search: ActivitySearch) => void }) {
  const on = CHIPS.filter(({ of }) => of.some((name) => search[name] !== undefined))
  if (on.length === 0) return null
  const removeFilters = (names: readonly Filter[]) => {
    const rest = { ...search }
    for (const name of names) delete rest[name]
    delete rest.page
    onChange(rest)
  }
  return (
    <FilterChips aria-label="Only calls of" className={styles.filters}>
      {on.map((chip) => (
        <li key={chip.title}>
          <Chip {...chip} search={search} onRemove={() => removeFilters(chip.of)} />
        </li>
      ))}
    </FilterChips>
  )
}

function Chip({ title, of, by, search, onRemove }: (typeof CHIPS)[number] & { search: ActivitySearch; onRemove: () => void }) {
  const own: ActivitySearch = { by }
  for (const name of of) if (search[name] !== undefined) own[name] = search[name]
  const query = { ...readSearch({ ...own, ...(search.days === undefined ? {} : { days: search.days }) }, currentTime()), per_page: '1' }
  const { data } = useQuery({ ...activityQuery(query), enabled: by !== 'endpoint' })
  const value = of.flatMap((name) => search[name] ?? []).join(' ')
  const label = data?.activity[0]?.label ?? value
  return <FilterChip text={`${title}: ${label}`} label={`${title}: ${label}. Show everybody’s again`} onRemove={onRemove} />
}
