// What can be found in the reference: sections of guides, topics and operations.
import { addressOf } from '../address.ts'
import type { ApiDocument, Operation, Subject } from '../api_document.ts'
import { plainText, sectionsOf } from '../guide_sections.ts'
import type { SearchEntry } from './find.ts'

/** The text of a guide in Markdown. */
export interface GuideText {
  name: string
  title: string
  markdown: string
}

/** The entries of the guides, one for each section. */
export function guideEntries(guides: readonly GuideText[]): SearchEntry[] {
  return guides.flatMap(({ name, title, markdown }) =>
    sectionsOf(markdown).map(({ id, heading, text }, index) => {
      const page = addressOf({ kind: 'guide', name })
      const address = index === 0 ? page : `${page}#${id}`
      return { kind: 'guide', address, title: heading, path: index === 0 ? '' : title, description: text, text: '' }
    }),
  )
}

/** The entries of the topics and operations. */
export function apiEntries({ subjects }: ApiDocument): SearchEntry[] {
  const topics = subjects.flatMap(({ topics: inSubject }) => inSubject)
  return [...subjects.flatMap(topicEntries), ...topics.flatMap(({ operations }) => operations.map(operationEntry))]
}

function topicEntries({ name: subject, topics }: Subject): SearchEntry[] {
  return topics.map(({ name, description }) => ({
    kind: 'topic',
    address: addressOf({ kind: 'topic', name }),
    title: name,
    path: subject,
    description: plainText(description),
    text: '',
  }))
}

/** Who may call an operation is left out: it is much the same for all. */
function operationEntry({ id, method, path, summary, description, tag, parameters }: Operation): SearchEntry {
  const paragraphs = description.split('\n\n')
  const does = paragraphs.filter((paragraph) => !paragraph.startsWith('**'))
  const limits = paragraphs.filter((paragraph) => paragraph.startsWith('**Rate limit'))
  const words = parameters.map((parameter) => `${parameter.name}: ${parameter.description}`)
  return {
    kind: 'operation',
    address: addressOf({ kind: 'operation', id }),
    title: summary,
    path: `${method} ${path}`,
    description: plainText(does.join(' ')),
    text: plainText([tag, ...words, ...limits].join(' ')),
  }
}
