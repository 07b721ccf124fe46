import { addressOf } from './address.ts'
import { type ApiDocument, findTopic, type Operation } from './api_document.ts'
import { Inline } from './Inline.tsx'

/** The operations of one topic. */
export function TopicPage({ document, name }: { document: ApiDocument; name: string }) {
  const found = findTopic(document, name)
  if (found === undefined) return <h1>There is no part of this name</h1>
  const { subject, topic } = found
  return (
    <article>
      <p className="trail">{subject.name}</p>
      <h1>{topic.name}</h1>
      <p className="intro">
        <Inline text={topic.description} />
      </p>
      <section className="card" aria-label="Operations">
        <ul className="members">
          {topic.operations.map((operation) => (
            <Entry key={operation.id} operation={operation} />
          ))}
        </ul>
      </section>
    </article>
  )
}

function Entry({ operation: { id, method, path, summary } }: { operation: Operation }) {
  return (
    <li>
      <span className={`method ${method.toLowerCase()}`}>{method}</span> <a href={addressOf({ kind: 'operation', id })}>{summary}</a>
      <code className="words">{path}</code>
    </li>
  )
}
