import { useQuery } from '@tanstack/react-query'
import { meQuery, useSendsMail } from '#features/session/public.ts'
import type { NextStep } from './queries.ts'
import { Notice } from '#kit/Notice.tsx'
import { nextSentence } from './next_words.ts'

/** A sentence that says who can take the next step of a request, filed or not; renders nothing when no step is left. */
export function NextSentence({ steps: [next], isUnfiled = false }: { steps: readonly NextStep[]; isUnfiled?: boolean }) {
  const { data: me } = useQuery(meQuery)
  const sentence = next && nextSentence(next, me?.id ?? null)
  return sentence === undefined ? null : <p>{isUnfiled ? sentence.replace(/^W/, 'Once filed, it w') : sentence}</p>
}

/** Warns about steps that nobody can take. `told`: the text for users who cannot fix that themselves, where administrators get a mail. */
export function StuckNotice({ steps, told: fallbackText }: { steps: readonly NextStep[]; told: string }) {
  const { data: me } = useQuery(meQuery)
  const sendsMail = useSendsMail()
  const problems = [...new Set(steps.flatMap(({ problem }) => (problem === null ? [] : [problem])))]
  if (problems.length === 0) return null
  const isNext = steps[0]?.problem !== null
  return (
    <Notice type="warning" title={isNext ? 'Nobody can take the next step' : 'Nobody can take one of the later steps'}>
      {problems.join(' ')}
      {me?.role !== 'admin' && ` ${sendsMail ? fallbackText : 'Ask an administrator to change that.'}`}
    </Notice>
  )
}
