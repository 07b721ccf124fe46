import { useQuery } from '@tanstack/react-query'
import styled from 'styled-components'
import { activityQuery, type Grouping } from '../../../api/activity.ts'
import { currentTime } from '../../../clock.ts'
import { focusRing } from '../../../ui/css.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { palette } from '../../../ui/palette.ts'
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
export function FilterChips({ search, onChange }: { search: ActivitySearch; onChange: (search: ActivitySearch) => void }) {
  const on = CHIPS.filter(({ of }) => of.some((name) => search[name] !== undefined))
  if (on.length === 0) return null
  const removeFilters = (names: readonly Filter[]) => {
    const rest = { ...search }
    for (const name of names) delete rest[name]
    delete rest.page
    onChange(rest)
  }
  return (
    <List aria-label="Only calls of">
      {on.map((chip) => (
        <li key={chip.title}>
          <Chip {...chip} search={search} onRemove={() => removeFilters(chip.of)} />
        </li>
      ))}
    </List>
  )
}

function Chip({ title, of, by, search, onRemove }: (typeof CHIPS)[number] & { search: ActivitySearch; onRemove: () => void }) {
  const own: ActivitySearch = { by }
  for (const name of of) if (search[name] !== undefined) own[name] = search[name]
  const query = { ...readSearch({ ...own, ...(search.days === undefined ? {} : { days: search.days }) }, currentTime()), per_page: '1' }
  const { data } = useQuery({ ...activityQuery(query), enabled: by !== 'endpoint' })
  const value = of.flatMap((name) => search[name] ?? []).join(' ')
  const label = data?.activity[0]?.label ?? value
  return (
    <Button type="button" onClick={onRemove} aria-label={`${title}: ${label}. Show everybody’s again`}>
      <span>
        {title}: {label}
      </span>
      <Icon name="cross" width={10} height={10} />
    </Button>
  )
}

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-bottom: 16px;
`

const Button = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-height: 32px;
  max-width: 100%;
  padding: 4px 12px;
  border: 1px solid ${palette.indigo[400]};
  border-radius: 16px;
  background: ${palette.indigo[100]};
  color: ${palette.indigo[900]};
  text-align: left;
  cursor: pointer;
  span {
    overflow-wrap: anywhere;
  }
  &:hover {
    background: ${palette.indigo[200]};
  }
  &:focus-visible {
    ${focusRing}
  }
`
