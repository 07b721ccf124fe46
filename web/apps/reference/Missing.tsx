import { addressOf } from './address.ts'

/** The page of what does not exist, such as one that an old link leads to. */
export function Missing({ kind }: { kind: 'guide' | 'topic' | 'operation' }) {
  return (
    <article>
      <h1>There is no {kind} of this name</h1>
      <p className="intro">
        Search for it above, or find it in the contents or on the <a href={addressOf({ kind: 'start' })}>start page</a>.
      </p>
    </article>
  )
}
