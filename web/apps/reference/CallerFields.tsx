import { useEffect, useState } from 'react'
import hidden from '#kit/hidden.module.css'
import { paths } from '#lib/paths.ts'
import type { Filled } from './call.ts'
import { readCaller } from './send_call.ts'

type Caller = Awaited<ReturnType<typeof readCaller>>

/** The person who is signed in; undefined while that is read. It is read again when the window gets the focus: they may have signed in in another one. */
function useCaller(): Caller | undefined {
  const [caller, setCaller] = useState<Caller>()
  useEffect(() => {
    let isWanted = true
    const read = () =>
      void readCaller().then(
        (found) => (isWanted ? setCaller(found) : undefined),
        // the answer to the call says what is wrong
        () => undefined,
      )
    read()
    addEventListener('focus', read)
    return () => {
      isWanted = false
      removeEventListener('focus', read)
    }
  }, [])
  return caller
}

interface CallerFieldsProps {
  filled: Filled
  onChange: (changed: Partial<Filled>) => void
}

/** Who the call acts as: the person who is signed in, or whose API token is given. */
export function CallerFields({ filled: { email, token }, onChange }: CallerFieldsProps) {
  const caller = useCaller()
  return (
    <div className="caller">
      <p>
        <CallerText caller={caller} email={email} hasToken={token !== ''} />
      </p>
      <details>
        <summary>Use an API token</summary>
        <div className="fields">
          <label>
            <span className="label">E-mail</span>
            <input value={email} autoComplete="off" onChange={(event) => onChange({ email: event.target.value })} />
          </label>
          <label>
            <span className="label">API token</span>
            <input type="password" value={token} autoComplete="off" onChange={(event) => onChange({ token: event.target.value })} />
          </label>
        </div>
        <p className="hint">It is sent with this call and stored nowhere.</p>
      </details>
    </div>
  )
}

function CallerText({ caller, email, hasToken }: { caller: Caller | undefined; email: string; hasToken: boolean }) {
  if (hasToken) return `Acts as ${email === '' ? 'the user of the e-mail address' : email}, with the API token.`
  if (caller === undefined) return ' '
  if (caller !== null) return `Acts as ${caller.name}${caller.email === null ? '' : ` (${caller.email})`}, who is signed in.`
  return (
    <>
      Nobody is signed in:{' '}
      <a href={paths.sign_in} target="_blank" rel="noreferrer">
        sign in<span className={hidden.visuallyHidden}> (opens in a new tab)</span>
      </a>{' '}
      or use an API token.
    </>
  )
}
