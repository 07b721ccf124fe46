// The guides of the reference, in order. Each text is loaded when it is opened, all of them when the search is used.

import { REFERENCE_PATH } from '#lib/paths.ts'
import { headingId } from './guide_sections.ts'
import type { GuideText } from './search/entries.ts'

/** `name`: of its file below guides/, and in its URL. */
export const GUIDES = [
  { name: 'authentication', title: 'Authentication' },
  { name: 'paging', title: 'Paging' },
  { name: 'errors', title: 'Errors' },
  { name: 'rate_limits', title: 'Rate limits' },
  { name: 'deprecation', title: 'Deprecation' },
  { name: 'side_loads', title: 'Side-loads' },
  { name: 'conditions_and_actions', title: 'Conditions and actions' },
  { name: 'jobs', title: 'Bulk calls and jobs' },
] as const

const texts = import.meta.glob<string>('./guides/*.md', { query: '?raw', import: 'default' })

/** The text of a guide as HTML; undefined for an unknown name. */
export async function readGuide(name: string): Promise<string | undefined> {
  const load = texts[`./guides/${name}.md`]
  if (load === undefined) return undefined
  const loading = import('marked')
  const text = await load()
  const { marked } = await loading
  // links point to files, which also works in the repository; elements that scroll get a tabindex, so that the keyboard can reach them
  return (await marked.parse(text))
    .replaceAll(/href="(\w+)\.md"/g, `href="${REFERENCE_PATH}/guides/$1"`)
    .replaceAll(
      /<h(\d)>(.*?)<\/h\1>/g,
      (_all, level: string, heading: string) => `<h${level} id="${headingId(heading.replaceAll(/<[^>]+>/g, ''))}">${heading}</h${level}>`,
    )
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<table tabindex="0">')
}

/** The texts of all guides. */
export function readGuideTexts(): Promise<GuideText[]> {
  return Promise.all(GUIDES.map(async ({ name, title }) => ({ name, title, markdown: (await texts[`./guides/${name}.md`]?.()) ?? '' })))
}
