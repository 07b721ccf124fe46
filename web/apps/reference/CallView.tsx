import { useEffect, useRef, useState } from 'react'
import hidden from '#kit/hidden.module.css'
import type { Content } from './api_document.ts'
import type { Call } from './call.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { type Language, LANGUAGES, sampleOf } from './samples/sample.ts'
import type { Answered } from './send_call.ts'

/** The code of the call in one of the languages. */
export function Samples({ call, server }: { call: Call; server: string }) {
  const [language, setLanguage] = useState<Language>(rememberedLanguage)
  const choose = (chosen: Language) => {
    chosenLanguage = chosen
    setLanguage(chosen)
  }
  return (
    <>
      <div className="heading">
        <h3>Call</h3>
        <div className="segments" role="group" aria-label="Language">
          {LANGUAGES.map((each) => (
            <button key={each} type="button" aria-pressed={each === language} onClick={() => choose(each)}>
              {each}
            </button>
          ))}
        </div>
      </div>
      <CodeBlock label={`the call in ${language}`} text={sampleOf(call, server, language)} />
    </>
  )
}

/** The chosen language is kept when another operation is opened. */
let chosenLanguage: Language = 'curl'
const rememberedLanguage = () => chosenLanguage

interface AnswerProps {
  /** An error says why there is no answer. */
  state: Answered | 'waiting' | Error | undefined
  /** The answer of the example, shown until there is one; undefined for one without a body. */
  recorded: Content | undefined
  status: string
}

const NO_SESSION = 'Nobody is signed in: sign in to the dashboard, or use an API token.'
const WRONG_TOKEN = 'The e-mail address or the API token is wrong.'

/** The answer to the call; before one is sent, that of the example. */
export function Answer({ state, recorded, status }: AnswerProps) {
  const isAnswered = typeof state === 'object' && !(state instanceof Error)
  const heading = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (state !== undefined) heading.current?.scrollIntoView({ block: 'nearest' })
  }, [state])
  return (
    <>
      <div ref={heading} className="heading">
        <h3>{isAnswered ? 'Answer' : 'Example of an answer'}</h3>
        {isAnswered ? (
          <span className="number">
            <Status status={state.status} /> {state.milliseconds} ms
          </span>
        ) : (
          <Status status={Number(status)} />
        )}
      </div>
      <div className="live" aria-live="polite">
        {state === 'waiting' ? <p>Waiting for the answer …</p> : null}
        {state instanceof Error ? <p className="notice">{state.message}</p> : null}
        {isAnswered ? (
          <>
            <p className={hidden.visuallyHidden}>Answered {state.status}</p>
            {state.status === 401 ? <p className="notice">{state.has_token ? WRONG_TOKEN : NO_SESSION}</p> : null}
            {state.text === '' ? <p className="hint">The answer has no body.</p> : null}
          </>
        ) : null}
      </div>
      {isAnswered && state.text !== '' ? <CodeBlock label="the answer" text={state.text} /> : null}
      {isAnswered ? null : <RecordedAnswer content={recorded} />}
    </>
  )
}

function Status({ status }: { status: number }) {
  return <span className={`tag ${status < 400 ? 'good' : 'warning'}`}>{status}</span>
}

function RecordedAnswer({ content }: { content: Content | undefined }) {
  if (content === undefined) return <p className="hint">The answer has no body.</p>
  const { example } = content
  if (example === undefined) return <p className="hint">No example was recorded.</p>
  return (
    <>
      <CodeBlock label="the recorded answer" text={typeof example === 'string' ? example : JSON.stringify(example, null, 2)} />
      <p className="hint">Recorded from a real call. Lists are cut to their first record, long texts are cut, secrets are masked.</p>
    </>
  )
}
