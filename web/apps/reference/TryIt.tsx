import { type FormEvent, useState } from 'react'
import type { Operation } from './api_document.ts'
import { callOf, exampleOf, type Filled } from './call.ts'
import { CallerFields } from './CallerFields.tsx'
import { BodyField, ParameterFields } from './CallFields.tsx'
import { Answer, Samples } from './CallView.tsx'
import { type Answered, sendCall } from './send_call.ts'

interface TryItProps {
  operation: Operation
  server: string
}

/** A form that calls the operation on this instance, beside the code of the same call and its answer. Nothing is sent until its button is pressed. */
export function TryIt({ operation, server }: TryItProps) {
  const [filled, setFilled] = useState<Filled>(() => exampleOf(operation))
  const [answer, setAnswer] = useState<Answered | 'waiting' | Error>()
  const change = (changed: Partial<Filled>) => setFilled((before) => ({ ...before, ...changed }))
  const call = callOf(operation, filled)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (answer === 'waiting') return
    setAnswer('waiting')
    sendCall(call, filled.token.trim()).then(setAnswer, setAnswer)
  }
  const { method, body, is_open, success } = operation
  return (
    <section className="card try" aria-labelledby="try-it">
      <h2 id="try-it">Try it</h2>
      <div className="columns">
        <form onSubmit={submit}>
          <ParameterFields operation={operation} filled={filled} onChange={change} />
          {body === undefined ? null : <BodyField body={body} filled={filled} onChange={change} />}
          {is_open ? null : <CallerFields filled={filled} onChange={change} />}
          <div className="acts">
            <button
              type="submit"
              className={method === 'DELETE' ? 'button danger' : 'button primary'}
              aria-disabled={answer === 'waiting' || undefined}
            >
              {method === 'GET' ? 'Send' : `Send this ${method}`}
            </button>
            <span className="hint">{method === 'GET' ? 'Calls this instance.' : 'Changes this instance.'}</span>
          </div>
        </form>
        <div>
          <Samples call={call} server={server} />
          <Answer state={answer} recorded={success.content} status={success.status} />
        </div>
      </div>
    </section>
  )
}
