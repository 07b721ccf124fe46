import { call } from '#contract/client.ts'
import { invalidate, invalidateBelow } from '#contract/invalidate.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Row } from '#contract/operation.ts'
import { queryAll } from '#contract/queries.ts'
import type { Placing } from '#lib/positions.ts'

export type TriggerCategory = Row<'GET /api/v2/trigger_categories', 'trigger_categories'>

/** All categories with the number of their triggers, in the order in which their triggers run. */
export const triggerCategoriesQuery = queryAll('GET /api/v2/trigger_categories', 'trigger_categories', {
  query: { include: 'rule_counts', sort: 'position' },
})

/** An act on categories; reads the triggers again, too, whose order begins with that of the categories. */
function useCategoryAct<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  return useMutation({
    mutationFn,
    onSuccess: () => Promise.all([invalidate('GET /api/v2/trigger_categories'), invalidateBelow('GET /api/v2/triggers')]),
  })
}

/** Creates a category, or renames the one with `id`. */
export function useSaveCategory() {
  return useCategoryAct(({ id, name }: { id: string | undefined; name: string }) => {
    const body = { trigger_category: { name } }
    return id === undefined
      ? call('POST /api/v2/trigger_categories', { body })
      : call('PATCH /api/v2/trigger_categories/:id', { params: { id: Number(id) }, body })
  })
}

/** Deletes a category; the server refuses one that has triggers. */
export function useDeleteCategory() {
  return useCategoryAct((id: string) => call('DELETE /api/v2/trigger_categories/:id', { params: { id: Number(id) } }))
}

/** Moves categories, all of them or none. */
export function useMoveCategories() {
  return useCategoryAct((trigger_categories: readonly Placing[]) =>
    call('POST /api/v2/trigger_categories/jobs', { body: { job: { action: 'patch', items: { trigger_categories } } } }),
  )
}
