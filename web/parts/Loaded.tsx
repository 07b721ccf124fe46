// What of the API a page waits for: it is on its way, it could not be loaded, there is none, or here it is.
// Does not belong here: what is asked (web/api), how a notice or grey lines look (web/ui).

import type { ReactNode } from 'react'
import { ApiError, describeError } from '../api/errors.ts'
import { Card } from '../ui/Card.tsx'
import { LoadingRows } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'

export interface LoadedProps<Data> {
  /** What `useQuery` returns. */
  query: { data: Data | undefined; error: Error | null; isPlaceholderData?: boolean; refetch: () => unknown }
  /** What is loaded, in the middle of a sentence: "API tokens". */
  noun: string
  /** For one record: why there may be none at this address, and what then. */
  hint?: string
  /** How many grey lines stand for it meanwhile. */
  rows?: number
  /** It stands among other things on a card or a sheet, which has its own edges. */
  isInCard?: boolean
  children: (data: Data) => ReactNode
}

/** Shows what was asked for as soon as it is there, and until then why it is not. What is there stays when it cannot be read anew. */
export function Loaded<Data>({ query, noun, hint, rows = 6, isInCard = false, children }: LoadedProps<Data>) {
  const { data, error, isPlaceholderData = false, refetch } = query
  // what was asked for before goes on standing there only while an answer may still come
  if (data !== undefined && !(isPlaceholderData && error !== null)) return children(data)
  if (error !== null) return <Failure error={error} noun={noun} hint={hint} onRetry={() => void refetch()} />
  const lines = <LoadingRows label={`Loading the ${noun}`} rows={rows} isFlush={isInCard} />
  return isInCard ? lines : <Card>{lines}</Card>
}

interface FailureProps {
  error: Error
  noun: string
  hint?: string | undefined
  onRetry: () => void
}

/** Says that there is no such record, or why it could not be loaded, and tries again. */
export function Failure({ error, noun, hint, onRetry }: FailureProps) {
  // 400: what stands in the address is no id at all
  if (hint !== undefined && error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <Notice type="error" title={`There is no such ${noun}`}>
        {hint}
      </Notice>
    )
  return (
    <Notice type="error" title={`The ${noun} could not be loaded`} action={{ label: 'Try again', onClick: onRetry }}>
      {describeError(error)}
    </Notice>
  )
}
