import { type FormEvent, useState } from 'react'
import type { Operation, Parameter } from './api_document.ts'
import { type Answered, callOperation, type Filled } from './call.ts'
import { CodeBlock } from './CodeBlock.tsx'

/** A form that calls the operation on this instance. Nothing is sent until its button is pressed. */
export function TryIt({ operation }: { operation: Operation }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="try" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>Try it on this instance</h2>
      </summary>
      {isOpen ? <TryForm operation={operation} /> : null}
    </details>
  )
}

function TryForm({ operation }: { operation: Operation }) {
  const [state, setState] = useState<Answered | 'waiting' | 'failed'>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setState('waiting')
    callOperation(operation, filledIn(operation, new FormData(event.currentTarget))).then(setState, () => setState('failed'))
  }
  const { parameters, body, method, is_open } = operation
  return (
    <form onSubmit={submit}>
      {parameters.map((parameter) => (
        <ParameterField key={`${parameter.in} ${parameter.name}`} parameter={parameter} />
      ))}
      {body === undefined ? null : (
        <label>
          Body
          <textarea
            name="body"
            rows={10}
            spellCheck={false}
            defaultValue={body.example === undefined ? '' : JSON.stringify(body.example, null, 2)}
          />
        </label>
      )}
      {is_open ? null : (
        <fieldset>
          <legend>As whom</legend>
          <p className="hint">Without a token: as who is signed in to the dashboard. It is kept nowhere.</p>
          <label>
            E-mail
            <input name="email" autoComplete="off" />
          </label>
          <label>
            API token
            <input name="token" type="password" autoComplete="off" />
          </label>
        </fieldset>
      )}
      <button type="submit" className="send" disabled={state === 'waiting'}>
        {method === 'GET' ? 'Send' : `Send this ${method}`}
      </button>
      <div aria-live="polite">
        {state === 'waiting' ? <p>Waiting for the answer …</p> : null}
        {state === 'failed' ? <p>The server could not be reached.</p> : null}
        {typeof state === 'object' ? (
          <>
            <p>
              Answered <code>{state.status}</code> in {state.milliseconds} ms
            </p>
            {state.text === '' ? null : <CodeBlock label="what was answered" text={state.text} />}
          </>
        ) : null}
      </div>
    </form>
  )
}

function ParameterField({ parameter }: { parameter: Parameter }) {
  const { name, in: place, required, example } = parameter
  return (
    <label>
      {name}
      <input
        name={`${place} ${name}`}
        required={required === true}
        defaultValue={place === 'path' && example !== undefined ? String(example) : ''}
        autoComplete="off"
        spellCheck={false}
      />
    </label>
  )
}

function filledIn({ parameters }: Operation, form: FormData): Filled {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const valuesIn = (place: Parameter['in']) =>
    Object.fromEntries(parameters.filter((each) => each.in === place).map(({ name }) => [name, text(`${place} ${name}`).trim()]))
  return { path: valuesIn('path'), query: valuesIn('query'), body: text('body'), email: text('email').trim(), token: text('token').trim() }
}
