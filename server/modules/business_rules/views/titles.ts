/** The titles of the views that ship with an instance: they are stored as names and written when they are shown. Pure. */
import { isKeyOf } from '#lib/objects.ts'

/**
 * Names of titles, in their order; with `your`, those of accounts that were made before the recorded names.
 * @source docs/reference/business_rules.md §8
 */
const TITLES = {
  your_unsolved_tickets: 'Your unsolved tickets',
  unassigned_tickets: 'Unassigned tickets',
  all_unsolved_tickets: 'All unsolved tickets',
  recently_updated_tickets: 'Recently updated tickets',
  current_tasks: 'Current tasks',
  overdue_tasks: 'Overdue tasks',
  new_tickets_in_group: 'New tickets in your groups',
  new_tickets_in_your_groups: 'New tickets in your groups',
  pending_tickets: 'Pending tickets',
  recently_solved_tickets: 'Recently solved tickets',
  unsolved_tickets_in_group: 'Unsolved tickets in your groups',
  unsolved_tickets_in_your_groups: 'Unsolved tickets in your groups',
} as const
const NAMED = /\{\{\s*zd\.([a-z_]+)\s*\}\}/g

/** A title with its names written out; unknown ones stay as they are. */
export function writeOutTitle(raw: string): string {
  return raw.replace(NAMED, (whole, name: string) => (isKeyOf(TITLES, name) ? TITLES[name] : whole))
}

/** The titles, as they are stored, of the views that ship with an instance and have this text in their title, in any case. */
export function findStoredTitles(text: string): string[] {
  const found = Object.entries(TITLES).filter(([, title]) => title.toLowerCase().includes(text.toLowerCase()))
  return found.map(([name]) => `{{zd.${name}}}`)
}
