import { useEffect, useRef, useState } from 'react'
import type { Answered, Call } from './call.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { type Language, LANGUAGES, sampleOf } from './samples.ts'

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
  state: Answered | 'waiting' | 'failed' | undefined
  /** The answer of the example, shown until there is one. */
  recorded: unknown
  status: string
}

/** The answer to the call; before one is sent, that of the example. */
export function Answer({ state, recorded, status }: AnswerProps) {
  const isAnswered = typeof state === 'object'
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
        {state === 'failed' ? (
          <p className="notice">The server could not be reached. Check the connection, then send the call again.</p>
        ) : null}
        {isAnswered ? (
          <>
            <p className="visually-hidden">Answered {state.status}</p>
            {state.status === 401 ? <p className="notice">Nobody is signed in: sign in to the dashboard, or use an API token.</p> : null}
            {state.text === '' ? <p className="hint">The answer has no body.</p> : null}
          </>
        ) : null}
      </div>
      {isAnswered && state.text !== '' ? <CodeBlock label="the answer" text={state.text} /> : null}
      {isAnswered ? null : <Recorded example={recorded} />}
    </>
  )
}

function Status({ status }: { status: number }) {
  return <span className={`tag ${status < 400 ? 'good' : 'warning'}`}>{status}</span>
}

function Recorded({ example }: { example: unknown }) {
  if (example === undefined) return <p className="hint">The answer has no body.</p>
  return (
    <>
      <CodeBlock label="the recorded answer" text={typeof example === 'string' ? example : JSON.stringify(example, null, 2)} />
      <p className="hint">Recorded from a real call. Lists are cut to their first record, long texts are cut, secrets are masked.</p>
    </>
  )
}
