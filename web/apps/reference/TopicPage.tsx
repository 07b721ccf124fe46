import { addressOf } from './address.ts'
import { type ApiDocument, findTopic, type Operation } from './api_document.ts'
import { Inline } from './Inline.tsx'
import { Missing } from './Missing.tsx'

/** The operations of one topic. */
export function TopicPage({ document, name }: { document: ApiDocument; name: string }) {
  const found = findTopic(document, name)
  if (found === undefined) return <Missing kind="topic" />
  const { subject, topic } = found
  return (
    <article>
      <p className="trail">{subject.name}</p>
      <h1>{topic.name}</h1>
      <p className="intro">
        <Inline text={topic.description} />
      </p>
      <section className="card" aria-label="Operations">
        <ul className="members operation-rows">
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
