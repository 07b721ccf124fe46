import { formatCount, formatNumber } from '#kit/numbers.ts'
import { addressOf } from './address.ts'
import type { ApiDocument, Subject } from './api_document.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { GUIDES } from './guides.ts'
import { Inline } from './Inline.tsx'

/** The start page: how to call the API, and links into the reference. */
export function StartPage({ document }: { document: ApiDocument }) {
  return (
    <article>
      <h1>Deskhand API</h1>
      <p className="intro">
        {formatCount(document.operations.size, 'operation')}, nearly all with an example that was recorded from a real call. They are the
        public Support API v2 and what Deskhand adds to it. The same as OpenAPI 3.1: <a href="/api/v2/openapi.json">openapi.json</a>.
      </p>
      <section className="card">
        <h2>The first call</h2>
        <CodeBlock label="the first call" text={`curl -u "you@example.com/token:$TOKEN" ${document.server}/api/v2/users/me.json`} />
        <p className="hint">
          Every path may end in <code>.json</code> or not. Where the token comes from is in the guide to{' '}
          <a href={addressOf({ kind: 'guide', name: 'authentication' })}>authentication</a>.
        </p>
      </section>
      <section className="card">
        <h2>Guides</h2>
        <ul className="tiles">
          {GUIDES.map(({ name, title }) => (
            <li key={name}>
              <a href={addressOf({ kind: 'guide', name })}>{title}</a>
            </li>
          ))}
        </ul>
      </section>
      {document.subjects.map((subject) => (
        <SubjectCard key={subject.name} subject={subject} />
      ))}
    </article>
  )
}

function SubjectCard({ subject: { name, topics } }: { subject: Subject }) {
  return (
    <section className="card">
      <h2>{name}</h2>
      <ul className="members topic-rows">
        {topics.map((topic) => (
          <li key={topic.name}>
            <span>
              <a href={addressOf({ kind: 'topic', name: topic.name })}>{topic.name}</a>{' '}
              <span className="number">{formatNumber(topic.operations.length)}</span>
            </span>
            <span className="words">
              <Inline text={topic.description} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
