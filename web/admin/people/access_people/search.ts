import type { AccessPerson } from '../../../api/access_people.ts'
import { duties } from './duties.ts'

/** What the list shows, as it stands in the address of the page; what is not given is "" and page 1. */
export interface PeopleSearch {
  q?: string
  page?: number
}

/** Reads the address; anything that makes no sense is left out. */
export function parsePeopleSearch({ q, page }: Record<string, unknown>): PeopleSearch {
  return {
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' ? { q: String(q) } : {}),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 ? { page } : {}),
  }
}

/** The people in whom every word of the text occurs: in name, e-mail, duties or the name of the manager. */
export function matching(people: readonly AccessPerson[], names: ReadonlyMap<number, string>, text: string): AccessPerson[] {
  const words = text.toLowerCase().split(/\s+/)
  return people.filter(({ name, email, manager_id, duties: own }) => {
    const manager = manager_id === null ? '' : names.get(manager_id)
    const content = [name, email, manager, ...own.map((duty) => duties[duty].label)].join(' ').toLowerCase()
    return words.every((word) => content.includes(word))
  })
}
