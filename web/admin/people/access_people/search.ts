import type { AccessPerson } from '../../../api/access_people.ts'
import { withWords } from '../../../table/search.ts'
import { duties } from './duties.ts'

/** The people in whom every word of the text occurs: in name, e-mail, duties or the name of the manager. */
export function matching(people: readonly AccessPerson[], names: ReadonlyMap<number, string>, text: string): AccessPerson[] {
  return withWords(people, text, ({ name, email, manager_id, duties: own }) => [
    name,
    email,
    manager_id === null ? null : names.get(manager_id),
    ...own.map((duty) => duties[duty].label),
  ])
}
