import { addressOf } from './address.ts'
import type { ApiDocument, Operation } from './api_document.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { GUIDES } from './guides.ts'
import { Inline } from './Inline.tsx'

/** The start page: how to call the API, and links into the reference. */
export function StartPage({ document }: { document: ApiDocument }) {
  const count = document.operations.size
  return (
    <article>
      <h1>Deskhand API</h1>
      <p>
        {count} operations, and each with an example that was recorded from a real call. They are the public Support API v2 and what
        Deskhand adds to it. The same as OpenAPI 3.1: <a href="/api/v2/openapi.json">openapi.json</a>.
      </p>
      <h2>The first call</h2>
      <CodeBlock label="the first call" text={`curl -u "you@example.com/token:$TOKEN" ${document.server}/api/v2/users/me.json`} />
      <p>
        Every path may end in <code>.json</code> or not.
      </p>
      <h2>Guides</h2>
      <ul className="links">
        {GUIDES.map(({ name, title }) => (
          <li key={name}>
            <a href={addressOf({ kind: 'guide', name })}>{title}</a>
          </li>
        ))}
      </ul>
      <h2>Parts of the API</h2>
      <ul className="members">
        {document.topics.map(({ name, description, operations }) => (
          <li key={name}>
            <a href={addressOf({ kind: 'topic', name })}>{name}</a> <span className="type">{operations.length}</span>
            <span className="words">
              <Inline text={description} />
            </span>
          </li>
        ))}
      </ul>
    </article>
  )
}

/** The operations of one topic. */
export function TopicPage({ document, name }: { document: ApiDocument; name: string }) {
  const topic = document.topics.find((each) => each.name === name)
  if (topic === undefined) return <h1>There is no part of this name</h1>
  return (
    <article>
      <h1>{topic.name}</h1>
      <p>
        <Inline text={topic.description} />
      </p>
      <ul className="members">
        {topic.operations.map((operation) => (
          <Entry key={operation.id} operation={operation} />
        ))}
      </ul>
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
