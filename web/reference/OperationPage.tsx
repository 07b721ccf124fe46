import { useState } from 'react'
import { addressOf } from './address.ts'
import type { Content, Operation, Parameter } from './api_document.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { Inline } from './Inline.tsx'
import { Members, typeText } from './Members.tsx'
import { type Language, LANGUAGES, sampleOf } from './samples.ts'
import { TryIt } from './TryIt.tsx'

/** One operation: description, parameters, responses, and code samples. */
export function OperationPage({ operation, server }: { operation: Operation; server: string }) {
  const { method, path, summary, description, tag, parameters, body, success, refusals } = operation
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
        <p key={paragraph}>
          <Inline text={paragraph} />
        </p>
      ))}
      <div className="columns">
        <div>
          <Parameters heading="Path parameters" parameters={parameters.filter((each) => each.in === 'path')} />
          <Parameters heading="Query parameters" parameters={parameters.filter((each) => each.in === 'query')} />
          {body === undefined ? null : <Body heading="Request body" content={body} />}
          <h2>Answer</h2>
          <p>
            <code>{success.status}</code> {success.content === undefined ? 'without a body' : success.content.type}
          </p>
          {success.content === undefined ? null : <Members schema={success.content.schema} />}
          <Refusals refusals={refusals} />
        </div>
        <div>
          <Samples operation={operation} server={server} />
          {success.content?.example === undefined ? null : (
            <>
              <h2>Example of an answer</h2>
              <CodeBlock label="the answer" text={shown(success.content.example)} />
              <p className="hint">A recorded answer. Lists are cut to their first record, long texts are cut, secrets are masked.</p>
            </>
          )}
          <TryIt key={operation.id} operation={operation} />
        </div>
      </div>
    </article>
  )
}

const shown = (example: unknown) => (typeof example === 'string' ? example : JSON.stringify(example, null, 2))

function Parameters({ heading, parameters }: { heading: string; parameters: Parameter[] }) {
  if (parameters.length === 0) return null
  return (
    <>
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
    </>
  )
}

function Body({ heading, content }: { heading: string; content: Content }) {
  return (
    <>
      <h2>{heading}</h2>
      <p>{content.type}</p>
      <Members schema={content.schema} />
    </>
  )
}

function Refusals({ refusals }: { refusals: Operation['refusals'] }) {
  return (
    <>
      <h2>Refusals</h2>
      <ul className="members">
        {refusals.map(({ status, description }) => (
          <li key={status}>
            <code className="name">{status}</code> {description}
          </li>
        ))}
      </ul>
      <p className="hint">
        Their bodies are in the guide to <a href={addressOf({ kind: 'guide', name: 'errors' })}>errors</a>.
      </p>
    </>
  )
}

function Samples({ operation, server }: { operation: Operation; server: string }) {
  const [language, setLanguage] = useState<Language>(rememberedLanguage)
  const choose = (chosen: Language) => {
    chosenLanguage = chosen
    setLanguage(chosen)
  }
  return (
    <>
      <h2>Example of a call</h2>
      <div className="languages" role="group" aria-label="Language">
        {LANGUAGES.map((each) => (
          <button key={each} type="button" aria-pressed={each === language} onClick={() => choose(each)}>
            {each}
          </button>
        ))}
      </div>
      <CodeBlock label={`the call in ${language}`} text={sampleOf(operation, server, language)} />
    </>
  )
}

/** The chosen language is kept when another operation is opened. */
let chosenLanguage: Language = 'curl'
const rememberedLanguage = () => chosenLanguage
