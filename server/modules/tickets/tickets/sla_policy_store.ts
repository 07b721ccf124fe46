/** The SLA policies of an account, compiled for the writes of tickets, with the hours that they count. Cached. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { configurationTopic } from '#db/topics.ts'
import { ids } from '#rules/argument.ts'
import type { Conditions } from '#rules/condition.ts'
import { compileFilter, type SlaFilter } from '#rules/sla_conditions.ts'
import { selectCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import type { SlaMetric } from '../ticket_metrics/targets.ts'
import { type Schedules, ticketSchedules } from './schedule_store.ts'

interface StoredPolicy<Id> {
  readonly id: Id
  readonly title: string
  readonly description: string | null
  readonly filter: Conditions
  readonly policy_metrics: readonly {
    readonly priority: string
    readonly metric: SlaMetric
    readonly target: number
    readonly business_hours: boolean
  }[]
}

/** A policy by which tickets are measured. */
export interface MeasuringPolicy extends StoredPolicy<number | string> {
  /** Seconds in the unit of its targets. */
  readonly unit_seconds: 60 | 1
}

/** The policies of an account, in their order, and its schedules. */
export interface SlaPolicies {
  readonly policies: readonly (MeasuringPolicy & { readonly compiled: SlaFilter })[]
  readonly group_policies: readonly (MeasuringPolicy & { readonly group_ids: readonly number[] })[]
  readonly schedules: Schedules
}

const POLICY = `jsonb_build_object('id', p.id, 'title', p.title, 'description', p.description, 'filter', p.filter, 'policy_metrics', p.policy_metrics)`
const LISTED = `coalesce(jsonb_agg(${POLICY} order by p.position, p.id), '[]')`
const select = defineStatement<{
  policies: StoredPolicy<number>[]
  group_policies: StoredPolicy<string>[]
}>(`select
  (select ${LISTED} from sla_policies p where p.account_id = $1) as policies,
  (select ${LISTED} from group_sla_policies p where p.account_id = $1) as group_policies`)

/** The groups that a group policy is for: those that all its conditions name. */
function groupsOf({ all }: Conditions): number[] {
  const [first = [], ...others] = all.map(({ value }) => ids.read(value) ?? [])
  return first.filter((id) => others.every((list) => list.includes(id)))
}

async function loadPolicies(ctx: Context): Promise<SlaPolicies> {
  const { policies, group_policies } = await ctx.services.database.one(select(ctx.account.id))
  // most accounts have no policies
  const catalogue = policies.length === 0 ? undefined : await selectCatalogue(ctx.services.database, ctx.account.id)
  return {
    // a policy whose filter reads a field that was deleted since measures nothing
    policies: policies.flatMap((policy) => {
      const compiled = catalogue === undefined ? null : compileFilter(policy.filter, catalogue)
      return compiled === null ? [] : [{ ...policy, unit_seconds: 60, compiled }]
    }),
    group_policies: group_policies.map((policy) => ({ ...policy, unit_seconds: 1, group_ids: groupsOf(policy.filter) })),
    schedules: await ticketSchedules(ctx),
  }
}

/** The policies of the account, from the cache. */
export async function slaPolicies(ctx: Context): Promise<SlaPolicies> {
  return ctx.services.cache.load(configurationTopic(ctx.account.id), 'sla_policies', () => loadPolicies(ctx))
}
