// The states of a query on a page: loading, failed, not found, or loaded.
// Does not belong here: queries, the look of notices and placeholders (#kit/).

import type { ReactNode } from 'react'
import { ApiError, describeError, isWorthRetrying } from '#contract/errors.ts'
import { Card } from '#kit/Card.tsx'
import { LoadingRows } from '#kit/Loading.tsx'
import { Notice } from '#kit/Notice.tsx'

export interface LoadedProps<Data> {
  /** What `useQuery` returns. */
  query: { data: Data | undefined; error: Error | null; isPlaceholderData?: boolean; refetch: () => unknown }
  /** What is loaded, in the middle of a sentence: "API tokens". */
  noun: string
  /** For a single record: why none may exist at this URL, and what to do then. */
  hint?: string
  /** The number of placeholder lines while loading. */
  rows?: number
  /** It is part of a card or a dialog, which has its own border. */
  isInCard?: boolean
  children: (data: Data) => ReactNode
}

/** Renders the data once it is loaded, and before that the placeholder or the error. Loaded data stays when refetching fails. */
export function Loaded<Data>({ query, noun, hint, rows = 6, isInCard = false, children }: LoadedProps<Data>) {
  const { data, error, isPlaceholderData = false, refetch } = query
  // placeholder data of the previous query is shown only while the new one may still succeed
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

/** Says that the record does not exist, or why it could not be loaded, with a button to try again. */
export function Failure({ error, noun, hint, onRetry }: FailureProps) {
  // 400: the id in the URL is malformed
  if (hint !== undefined && error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <Notice type="error" title={`There is no such ${noun}`}>
        {hint}
      </Notice>
    )
  if (!isWorthRetrying(error))
    return (
      <Notice type="info" title="You have no access to this">
        {describeError(error)}
      </Notice>
    )
  return (
    <Notice type="error" title={`The ${noun} could not be loaded`} action={{ label: 'Try again', onClick: onRetry }}>
      {describeError(error)}
    </Notice>
  )
}
