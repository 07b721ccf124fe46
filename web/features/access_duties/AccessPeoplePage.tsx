// The duties of users in access governance, and who approves whose requests.
// Does not belong here: what a duty allows; the accounts of users.

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { accessPeopleQuery, type AccessPerson, staffQuery } from './queries.ts'
import { Loaded } from '#features/common/public.ts'
import type { Column } from '#kit/table/PlainTable.tsx'
import { parseListSearch } from '#kit/table/search.ts'
import { SearchableTable } from '#kit/table/SearchableTable.tsx'
import { paths } from '#lib/paths.ts'
import { Button } from '#kit/Button.tsx'
import { Card } from '#kit/Card.tsx'
import { EmailAddress } from '#kit/EmailAddress.tsx'
import { EmptyState } from '#kit/EmptyState.tsx'
import { Page } from '#kit/Page.tsx'
import { SecondLine, Strong, Subtle } from '#kit/text.tsx'
import { AddPersonDialog } from './AddPersonDialog.tsx'
import { duties } from './duties.ts'
import { PersonDialog } from './PersonDialog.tsx'
import { filterPeople } from './search.ts'

/** The page at `paths.access_people`. */
export function AccessPeoplePage() {
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<AccessPerson>()
  return (
    <Page
      isList
      title="Access duties"
      intro="Who reviews and issues access requests, and whose manager approves them. Being an administrator gives none of these duties."
      action={
        <Button kind="primary" onClick={() => setAdding(true)}>
          Add person
        </Button>
      }
    >
      <PeopleList onEdit={setEdited} />
      {isAdding && (
        <AddPersonDialog
          onFound={(person) => {
            setAdding(false)
            setEdited(person)
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {edited && <PersonDialog person={edited} onClose={() => setEdited(undefined)} />}
    </Page>
  )
}

function PeopleList({ onEdit }: { onEdit: (person: AccessPerson) => void }) {
  return (
    <Loaded query={useQuery(accessPeopleQuery)} noun="people">
      {(people) =>
        people.length > 0 ? (
          <FilteredList people={people} onEdit={onEdit} />
        ) : (
          <Card>
            <EmptyState icon="people" title="Nobody has a duty yet">
              Add the people who review and issue access requests, and name the managers of those who ask.
            </EmptyState>
          </Card>
        )
      }
    </Loaded>
  )
}

function FilteredList({ people, onEdit }: { people: readonly AccessPerson[]; onEdit: (person: AccessPerson) => void }) {
  const { q = '', page = 1 } = useSearch({ from: `/frame${paths.access_people}` })
  const navigate = useNavigate({ from: paths.access_people })
  const { data: staff = [] } = useQuery(staffQuery)
  const names = new Map(staff.map(({ id, name }) => [id, name]))
  const search = (text: string) => navigate({ search: parseListSearch({ q: text }), replace: true })
  return (
    <SearchableTable
      label="People"
      searchLabel="Search people"
      q={q}
      onSearch={search}
      none={{ title: 'Nobody matches', text: `None of the ${people.length} people has that text.` }}
      onShowAll={() => search('')}
      entries={filterPeople(people, names, q)}
      columns={columnsFor(names)}
      keyOf={({ user_id }) => user_id}
      nameOf={({ name }) => name}
      actionsOf={(person) => [{ label: 'Edit', onSelect: () => onEdit(person) }]}
      page={page}
      onPage={(next) => navigate({ search: (now) => parseListSearch({ ...now, page: next }) })}
    />
  )
}

function columnsFor(names: ReadonlyMap<number, string>): Column<AccessPerson>[] {
  return [
    {
      title: 'Person',
      render: ({ name, email }) => (
        <div>
          <Strong>{name}</Strong>
          <SecondLine>
            <EmailAddress text={email} />
          </SecondLine>
        </div>
      ),
    },
    {
      title: 'Duties',
      render: ({ duties: own }) => (own.length === 0 ? <Subtle>None</Subtle> : own.map((duty) => duties[duty].label).join(', ')),
    },
    {
      title: 'Manager',
      width: '192px',
      render: ({ manager_id }) => (manager_id === null ? <Subtle>None</Subtle> : (names.get(manager_id) ?? `User ${manager_id}`)),
    },
  ]
}
