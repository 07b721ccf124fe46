/**
 * The text a write means when it sends both forms: the stored one (`raw_title`) and the shown one (`title`). A client that sends back a
 * record it has read, with another title, repeats the stored text unchanged. A text with a placeholder is shown differently from what is
 * stored, so there the stored one counts. Null counts as not sent.
 * @source docs/reference/fields_and_forms.md §1.2
 */
export function chooseWrittenText(raw: string | null | undefined, shown: string | null | undefined, before: string): string {
  const repeated = raw === before && !raw.includes('{{')
  return (repeated ? shown : raw) ?? raw ?? shown ?? before
}
