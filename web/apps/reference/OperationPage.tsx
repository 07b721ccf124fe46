import { addressOf } from './address.ts'
import type { Content, Operation, Parameter } from './api_document.ts'
import { Inline } from './Inline.tsx'
import { Members, typeText } from './Members.tsx'
import { TryIt } from './TryIt.tsx'

/** One operation: what it does, a form to call it, and its parameters and answers in detail. */
export function OperationPage({ operation, server }: { operation: Operation; server: string }) {
  const { id, method, path, summary, description, tag, parameters, body, success, refusals } = operation
  return (
    <article>
      <p className="trail">
        <a href={addressOf({ kind: 'topic', name: tag })}>{tag}</a>
      </p>
      <h1>{summary}</h1>
      <p className="line">
        <span className={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
      </p>
      {description.split('\n\n').map((paragraph) => (
        <p key={paragraph} className="intro">
          <Inline text={paragraph} />
        </p>
      ))}
      <TryIt key={id} operation={operation} server={server} />
      <div className="details">
        <Parameters heading="Path parameters" parameters={parameters.filter((each) => each.in === 'path')} />
        <Parameters heading="Query parameters" parameters={parameters.filter((each) => each.in === 'query')} />
        {body === undefined ? null : <Body content={body} />}
        <section className="card">
          <h2>Answer</h2>
          <p className="line">
            <span className="tag good">{success.status}</span> {success.content === undefined ? 'without a body' : success.content.type}
          </p>
          {success.content === undefined ? null : <Members schema={success.content.schema} />}
        </section>
        <Refusals refusals={refusals} />
      </div>
    </article>
  )
}

function Parameters({ heading, parameters }: { heading: string; parameters: Parameter[] }) {
  if (parameters.length === 0) return null
  return (
    <section className="card">
      <h2>{heading}</h2>
      <ul className="members">
        {parameters.map(({ name, schema, required, description }) => (
          <li key={name}>
            <code className="name">{name}</code> <span className="type">{typeText(schema)}</span>
            {required === true ? <span className="required">required</span> : null}
            <span className="words">
              <Inline text={description} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Body({ content }: { content: Content }) {
  return (
    <section className="card">
      <h2>Request body</h2>
      <p className="line">{content.type}</p>
      <Members schema={content.schema} />
    </section>
  )
}

function Refusals({ refusals }: { refusals: Operation['refusals'] }) {
  return (
    <section className="card">
      <h2>Refusals</h2>
      <ul className="members">
        {refusals.map(({ status, description }) => (
          <li key={status}>
            <span className="tag warning">{status}</span> {description}
          </li>
        ))}
      </ul>
      <p className="hint">
        Their bodies are in the guide to <a href={addressOf({ kind: 'guide', name: 'errors' })}>errors</a>.
      </p>
    </section>
  )
}
