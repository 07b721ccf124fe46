import { queryOptions } from '@tanstack/react-query'
import { query } from '#contract/client.ts'
import type { Answer } from '#contract/operation.ts'

type OwnAccess = Answer<'GET /api/v2/access_people/me'>['access_person']
/** A duty in access governance. */
export type Duty = OwnAccess['duties'][number]

/** The signed-in user's duties and manager. */
export const ownAccessQuery = queryOptions({
  ...query('GET /api/v2/access_people/me'),
  select: ({ access_person }): OwnAccess => access_person,
})
