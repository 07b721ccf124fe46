import { withWords } from '#kit/table/search.ts'
import { duties } from './duties.ts'
import type { AccessPerson } from './queries.ts'

/** The people who match every word of the text in their name, e-mail, duties or manager's name. */
export function filterPeople(people: readonly AccessPerson[], names: ReadonlyMap<number, string>, text: string): AccessPerson[] {
  return withWords(people, text, ({ name, email, manager_id, duties: own }) => [
    name,
    email,
    manager_id === null ? null : names.get(manager_id),
    ...own.map((duty) => duties[duty].label),
  ])
}
