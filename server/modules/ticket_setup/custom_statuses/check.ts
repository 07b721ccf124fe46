import type { Details, Problem } from '#core/errors.ts'
import { makeBlankProblem, makeInvalidProblem } from '#core/problems.ts'
import type { CustomStatusDraft, CustomStatusRow } from './store.ts'

/** The categories a status can belong to, in the order of a ticket's life cycle. @source docs/reference/tickets.md §3.4 */
const STATUS_CATEGORIES: readonly string[] = ['new', 'open', 'pending', 'hold', 'solved']

const MAX_LABEL_LENGTH = 48
const MAX_STATUSES = 300
const MAX_OF_CATEGORY = 100

function checkLabel(name: string, label: string): Problem[] {
  if (label === '') return [makeBlankProblem(name)]
  return label.length > MAX_LABEL_LENGTH
    ? [{ description: `${name}: is too long (maximum is ${MAX_LABEL_LENGTH} characters)`, error: 'TooLong' }]
    : []
}

/** What is wrong with a status as it would be saved. `before` is absent for a new one. @source docs/reference/tickets.md §3.4 */
export function checkStatus(status: CustomStatusDraft & { status_category: string }, before?: CustomStatusRow): Details {
  const category = STATUS_CATEGORIES.includes(status.status_category) ? [] : [makeInvalidProblem('Status category')]
  const active =
    before?.default === true && !status.active
      ? [{ description: 'Active: the default status of a category cannot be deactivated', error: 'InvalidValue' }]
      : []
  const found = {
    status_category: category,
    agent_label: checkLabel('Agent label', status.agent_label),
    end_user_label: checkLabel('End user label', status.end_user_label),
    active,
  }
  return Object.fromEntries(Object.entries(found).filter(([, problems]) => problems.length > 0))
}

/**
 * Why one more status cannot be added to the existing ones.
 * @source https://developer.zendesk.com/api-reference/ticketing/tickets/custom_ticket_statuses/
 */
export function checkStatusLimit(category: string, others: readonly Pick<CustomStatusRow, 'status_category'>[]): Details {
  const tooMany = (description: string): Details => ({ base: [{ description, error: 'TooLong' }] })
  if (others.length >= MAX_STATUSES) return tooMany(`There can be no more than ${MAX_STATUSES} statuses`)
  const like = others.filter((other) => other.status_category === category)
  return like.length >= MAX_OF_CATEGORY ? tooMany(`A category can have no more than ${MAX_OF_CATEGORY} statuses`) : {}
}

/** Why a status cannot be removed. `used`: a ticket that is not closed has it. */
export function checkRemoval(status: CustomStatusRow, used: boolean): Details {
  if (status.default) return { base: [{ description: 'The default status of a category cannot be deleted' }] }
  return used ? { base: [{ description: 'The status is used by tickets that are not closed' }] } : {}
}

/** Why these cannot become the defaults of their categories. */
export function checkDefaults(statuses: readonly CustomStatusRow[]): Details {
  const categories = new Set(statuses.map((status) => status.status_category))
  if (categories.size < statuses.length)
    return { base: [{ description: 'Only one status of a category can be its default', error: 'InvalidValue' }] }
  return statuses.every((status) => status.active)
    ? {}
    : { base: [{ description: 'An inactive status cannot be a default', error: 'InvalidValue' }] }
}
