import {
  type DefaultError,
  useMutation as useLibraryMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query'
import { useCallback } from 'react'

/** What follows a write; both run even if the component that asked for the write has been removed. */
export interface Afterwards<Data> {
  onSuccess?: (data: Data) => unknown
  onError?: (error: DefaultError) => unknown
}

type Mutation<Data, Input> = Omit<UseMutationResult<Data, DefaultError, Input>, 'mutate'> & {
  mutate: (input: Input, afterwards?: Afterwards<Data>) => void
}

/**
 * `useMutation` of the library, except that the callbacks given to `mutate` always run. The library omits them once the component is
 * removed, and reading the lists again after a write often removes it: the row of what was deleted, the button of what cannot be done twice.
 * Without `onError`, the error is in `error` of the result.
 */
export function useMutation<Data = unknown, Input = void>(options: UseMutationOptions<Data, DefaultError, Input>): Mutation<Data, Input> {
  const mutation = useLibraryMutation(options)
  const { mutateAsync } = mutation
  const mutate = useCallback(
    (input: Input, { onSuccess, onError }: Afterwards<Data> = {}) => {
      mutateAsync(input).then(onSuccess, onError ?? shownByTheComponent)
    },
    [mutateAsync],
  )
  return { ...mutation, mutate }
}

/** The result carries the error, and the component shows it. */
function shownByTheComponent(): void {}
