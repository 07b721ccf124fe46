// What waits for the signed-in user, and the set-up checklist of the instance.

import { queryOptions } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import { useMutation } from '#contract/mutation.ts'
import type { Answer } from '#contract/operation.ts'
import { queryClient } from '#contract/query_client.ts'

export type Home = Answer<'GET /api/v2/deskhand/home'>['home']
/** The first of what waits, and how many there are. */
export type Waiting = Home['waiting'][number]
export type WaitingKind = Waiting['kind']
export type SetUpStep = NonNullable<Home['checklist']>['items'][number]['key']

export const homeQuery = queryOptions({ ...query('GET /api/v2/deskhand/home'), select: ({ home }) => home })

/** Dismisses the checklist for the signed-in user, or shows it again. */
export function useDismissChecklist() {
  return useMutation({
    mutationFn: (checklist_dismissed: boolean) => call('PUT /api/v2/deskhand/home', { body: { home: { checklist_dismissed } } }),
    onSuccess: (answer) => queryClient.setQueryData(homeQuery.queryKey, answer),
  })
}
