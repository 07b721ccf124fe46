// The cache of what the API has answered. A page has one.

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './errors.ts'

let onSessionEnded: () => void = () => undefined

/** Has `listener` called when the server answers 401. */
export function watchSessionEnd(listener: () => void): void {
  onSessionEnded = listener
}

const watch = { onError: (error: unknown) => (isUnauthorized(error) ? onSessionEnded() : undefined) }

/** The cache. */
export const queryClient = new QueryClient({
  // a failed sign-in also gets 401, but ends no session
  mutationCache: new MutationCache({
    onError: (error, _input, _result, mutation) => (mutation.meta?.['signs_in'] === true ? undefined : watch.onError(error)),
  }),
  queryCache: new QueryCache(watch),
  defaultOptions: { queries: { staleTime: 5_000, retry: shouldRetry } },
})

/** A client error would fail again; a server or network error is retried once. */
function shouldRetry(failures: number, error: unknown): boolean {
  return failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}
