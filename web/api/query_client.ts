import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './errors.ts'

/** Makes the cache of everything read from the API; `onSessionEnded` is called when the server answers 401. */
export function makeQueryClient(onSessionEnded: () => void): QueryClient {
  const watch = { onError: (error: unknown) => (isUnauthorized(error) ? onSessionEnded() : undefined) }
  return new QueryClient({
    // A sign-in that fails also answers 401, but no session ends by it.
    mutationCache: new MutationCache({
      onError: (error, _input, _result, mutation) => (mutation.meta?.['signs_in'] === true ? undefined : watch.onError(error)),
    }),
    queryCache: new QueryCache(watch),
    defaultOptions: { queries: { staleTime: 5_000, retry: shouldRetry } },
  })
}

/** What the client did wrong stays wrong; a server or a network that failed once gets one more try. */
function shouldRetry(failures: number, error: unknown): boolean {
  return failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}
