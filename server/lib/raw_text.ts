/**
 * Which text a write means that says it twice: as it is kept (`raw_title`) and as it is shown (`title`). Whoever sends back a record he
 * has read, with another title, says the kept text as it was. A text with a placeholder is shown otherwise than it is kept, so
 * there the kept one counts.
 * Null says nothing.
 * @source docs/reference/fields_and_forms.md §1.2
 */
export function writtenText(raw: string | null | undefined, shown: string | null | undefined, before: string): string {
  const repeated = raw === before && !raw.includes('{{')
  return (repeated ? shown : raw) ?? raw ?? shown ?? before
}
