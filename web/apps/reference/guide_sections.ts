// The sections of a guide: their headings, the ids that links point to, and their text without Markdown. Pure.

interface Section {
  id: string
  heading: string
  text: string
}

/** The id of a heading: `When it is used up` → `when-it-is-used-up`. */
export function headingId(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

/** The sections of a text in Markdown, one for each heading. A title without a text of its own has that of the section after it. */
export function sectionsOf(markdown: string): Section[] {
  const sections = markdown
    .split(/^#+ +/m)
    .slice(1)
    .flatMap((part) => {
      const [first = '', ...lines] = part.split('\n')
      const heading = plainText(first)
      return heading === '' ? [] : [{ id: headingId(heading), heading, text: plainText(lines.join('\n')) }]
    })
  return sections.map((section, index) => ({ ...section, text: section.text || (sections[index + 1]?.text ?? '') }))
}

/** Markdown without its marks, on one line. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\|[-| ]+\|$/gm, ' ')
    .replaceAll(/`|\*\*/g, '')
    .replaceAll('|', ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:!?)])/g, '')
    .trim()
}
