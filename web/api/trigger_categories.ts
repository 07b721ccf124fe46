import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import type { Placing } from '../rules/positions.ts'
import { listAll, request } from './client.ts'
import { useMutation } from './mutation.ts'
import { csrfToken } from './session.ts'

/** All categories with the number of their triggers, in the order in which their triggers run. */
export const triggerCategoriesQuery = queryOptions({
  queryKey: ['triggers', 'categories'],
  queryFn: ({ signal }) =>
    listAll(endpoints.trigger_categories, 'trigger_categories', { include: 'rule_counts', sort: 'position' }, signal),
})

/** An act on categories; invalidates the lists of triggers, whose order begins with that of the categories. */
function useCategoryAct<Input>(act: (input: Input, csrf_token: string) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (input: Input) => act(input, await csrfToken(queryClient)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['triggers'] }),
  })
}

/** Creates a category, or renames the one with `id`. */
export function useSaveCategory() {
  return useCategoryAct(({ id, name }: { id: string | undefined; name: string }, csrf_token) =>
    request(id === undefined ? endpoints.trigger_categories : endpoints.trigger_category(id), {
      method: id === undefined ? 'POST' : 'PATCH',
      body: { trigger_category: { name } },
      csrf_token,
    }),
  )
}

/** Deletes a category; the server refuses one that has triggers. */
export function useDeleteCategory() {
  return useCategoryAct((id: string, csrf_token) => request(endpoints.trigger_category(id), { method: 'DELETE', csrf_token }))
}

/** Moves categories, all of them or none. */
export function useMoveCategories() {
  return useCategoryAct((trigger_categories: readonly Placing[], csrf_token) =>
    request(endpoints.move_trigger_categories, {
      method: 'POST',
      body: { job: { action: 'patch', items: { trigger_categories } } },
      csrf_token,
    }),
  )
}
