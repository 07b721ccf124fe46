// Who does what in the governance of access, and who approves whose requests.
// Does not belong here: what a duty allows; accounts of people.

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type AccessPerson, accessPeopleQuery, staffQuery } from '../../../api/access_people.ts'
import { describeError } from '../../../api/errors.ts'
import { DataTable } from '../../../table/DataTable.tsx'
import type { Column } from '../../../table/DataTable.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Toolbar } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadingRows } from '../../../ui/Loading.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Page } from '../../../ui/Page.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { SecondLine, Strong, Subtle } from '../../../ui/text.tsx'
import { MenuTrail } from '../../MenuTrail.tsx'
import { AddPersonDialog } from './AddPersonDialog.tsx'
import { duties } from './duties.ts'
import { PersonDialog } from './PersonDialog.tsx'
import { matching, parsePeopleSearch } from './search.ts'

/** The page at `paths.access_people`. */
export function AccessPeoplePage() {
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<AccessPerson>()
  return (
    <Page
      title="Access duties"
      trail={<MenuTrail path={paths.access_people} />}
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
  const { data: people, error, isFetching, refetch } = useQuery(accessPeopleQuery)
  if (people !== undefined && people.length > 0) return <FilteredList people={people} onEdit={onEdit} />
  if (error !== null && !isFetching) {
    return (
      <Notice type="error" title="The people could not be loaded" action={{ label: 'Try again', onClick: () => refetch() }}>
        {describeError(error)}
      </Notice>
    )
  }
  return (
    <Card>
      {people === undefined ? (
        <LoadingRows label="Loading the people" />
      ) : (
        <EmptyState icon="people" title="Nobody has a duty yet">
          Add the people who review and issue access requests, and name the managers of those who ask.
        </EmptyState>
      )}
    </Card>
  )
}

function FilteredList({ people, onEdit }: { people: readonly AccessPerson[]; onEdit: (person: AccessPerson) => void }) {
  const { q = '', page = 1 } = useSearch({ from: `/admin${paths.access_people}` })
  const navigate = useNavigate({ from: paths.access_people })
  const { data: staff = [] } = useQuery(staffQuery)
  const names = new Map(staff.map(({ id, name }) => [id, name]))
  const shown = matching(people, names, q)
  const search = (text: string) => navigate({ search: parsePeopleSearch({ q: text }), replace: true })
  return (
    <>
      <Toolbar>
        <SearchField label="Search people" value={q} onChange={search} />
      </Toolbar>
      <Card>
        {shown.length === 0 ? (
          <EmptyState icon="search" title="Nobody matches" action={<Button onClick={() => search('')}>Show all</Button>}>
            None of the {people.length} people has that text.
          </EmptyState>
        ) : (
          <DataTable
            label="People"
            entries={shown}
            columns={columnsFor(names)}
            keyOf={({ user_id }) => user_id}
            nameOf={({ name }) => name}
            actionsOf={(person) => [{ label: 'Edit', onSelect: () => onEdit(person) }]}
            page={page}
            onPage={(next) => navigate({ search: (now) => parsePeopleSearch({ ...now, page: next }) })}
          />
        )}
      </Card>
    </>
  )
}

function columnsFor(names: ReadonlyMap<number, string>): Column<AccessPerson>[] {
  return [
    {
      title: 'Person',
      render: ({ name, email }) => (
        <div>
          <Strong>{name}</Strong>
          <SecondLine>{email}</SecondLine>
        </div>
      ),
    },
    {
      title: 'Duties',
      render: ({ duties: own }) => (own.length === 0 ? <Subtle>None</Subtle> : own.map((duty) => duties[duty].label).join(', ')),
    },
    {
      title: 'Manager',
      width: '220px',
      render: ({ manager_id }) => (manager_id === null ? <Subtle>None</Subtle> : (names.get(manager_id) ?? `User ${manager_id}`)),
    },
  ]
}
