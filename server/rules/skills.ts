/** What the actions on skills do to the skills that a ticket requires. */

/** The actions on skills, without the end of their names: `add_skills`, `set_skills`, `remove_skills`. */
export type SkillChange = 'add' | 'set' | 'remove'

/**
 * The skills of a ticket after an action on them, each once, in the order they were given in.
 * @source docs/reference/business_rules.md §4
 */
export function applySkills(current: readonly string[], change: SkillChange, ids: readonly string[]): readonly string[] {
  if (change === 'remove') return current.filter((id) => !ids.includes(id))
  return [...new Set(change === 'set' ? ids : [...current, ...ids])]
}
