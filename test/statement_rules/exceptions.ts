/**
 * Statements that break a rule all the same, by a part of their text. The lists lose entries as statements are mended, and gain one only with
 * a reason that nobody could mend.
 */
import type { Rule } from './rules.ts'

/** Statements with this part may break these rules. */
export interface Exception {
  readonly rules: readonly Rule[]
  readonly file: string
  /** As it stands in the file, with single spaces. */
  readonly part: string
  readonly why: string
}

const SWEEP = 'removes what has expired in many accounts at once'
const SECRETS = 'tries the secret of the installation on the newest sealed value of any account'

/** R9: what is about several accounts on purpose, at the start, every few seconds or for the operator; never for a request. */
const INTENDED: readonly Exception[] = [
  {
    rules: ['R1'],
    file: 'server/db/clocks.ts',
    part: '$3::timestamptz as now from ticket_counters k',
    why: 'finds the accounts with scheduled work',
  },
  { rules: ['R1'], file: 'server/jobs/sweep.ts', part: 'where x.account_id = c.account_id and (', why: SWEEP },
  { rules: ['R1'], file: 'server/jobs/sweep.ts', part: 'delete from rate_limits where account_id = any(', why: SWEEP },
  { rules: ['R1'], file: 'server/jobs/sweep.ts', part: 'where account_id = any($1::bigint[]) and expires_at < $2', why: SWEEP },
  { rules: ['R1'], file: 'server/installation/store.ts', part: "as sealed, concat('", why: SECRETS },
  {
    rules: ['R1'],
    file: 'server/monitoring/figures_store.ts',
    part: 'coalesce(sum(f.mails), 0)::bigint as failed',
    why: 'counts the waiting mails of all accounts',
  },
  {
    rules: ['R1'],
    file: 'server/doctor/store.ts',
    part: 'from mails where account_id is not null',
    why: 'tells the operator of mails of all accounts',
  },
  { rules: ['R1'], file: 'server/queue/store.ts', part: 'chosen as materialized (', why: 'lets failed jobs of any account run again' },
  { rules: ['R1'], file: 'server/http/request_log.ts', part: 'logged as (insert into request_log', why: 'logs the calls of all accounts' },
  { rules: ['R1'], file: 'server/http/request_log.ts', part: 'delete from request_activity where day < $1', why: SWEEP },
]

const FIRST = 'is written once, when an account is made or a switch is set'
const TOGETHER = 'writes what belongs together in one round trip'
const HOURS = 'moves firings to their sums while no other process counts them'

/** R3 and R8: written in one statement because each round trip counts on one machine. On several, each part costs a copy to all of them. */
const STANDING: readonly Exception[] = [
  { rules: ['R3', 'R8'], file: 'server/modules/tickets/tickets/store.ts', part: 'with counted as ( update ticket_counters', why: TOGETHER },
  { rules: ['R3', 'R8'], file: 'server/modules/tickets/tickets/store.ts', part: 'with written as ( update tickets set', why: TOGETHER },
  {
    rules: ['R3'],
    file: 'server/modules/tickets/tickets/store.ts',
    part: 'with entries as ( select * from jsonb_to_recordset($3',
    why: TOGETHER,
  },
  { rules: ['R3'], file: 'server/modules/tickets/tickets/rule_usage_store.ts', part: 'delete from rule_firings f', why: HOURS },
  {
    rules: ['R3'],
    file: 'server/modules/custom_data/custom_objects/store.ts',
    part: 'with made as ( insert into custom_objects',
    why: TOGETHER,
  },
  {
    rules: ['R3'],
    file: 'server/modules/custom_data/custom_object_records/run_store.ts',
    part: 'delete from object_trigger_firings f',
    why: HOURS,
  },
  {
    rules: ['R3'],
    file: 'server/modules/custom_data/custom_object_records/store.ts',
    part: 'with written as (insert into custom_object_records',
    why: TOGETHER,
  },
  {
    rules: ['R3'],
    file: 'server/modules/custom_data/custom_object_records/store.ts',
    part: 'with written as (update custom_object_records',
    why: TOGETHER,
  },
  {
    rules: ['R3'],
    file: 'server/modules/business_rules/webhooks/delivery/invocation_store.ts',
    part: 'noted as ( insert into webhook_attempts',
    why: TOGETHER,
  },
  { rules: ['R3'], file: 'server/modules/business_rules/triggers/store.ts', part: 'with t as ( insert into triggers', why: TOGETHER },
  { rules: ['R3'], file: 'server/modules/business_rules/triggers/store.ts', part: 't as ( update triggers', why: TOGETHER },
  {
    rules: ['R3'],
    file: 'server/modules/employee_service/task_lists/store.ts',
    part: 'with made as ( insert into task_lists',
    why: TOGETHER,
  },
  { rules: ['R3'], file: 'server/http/request_log.ts', part: 'logged as (insert into request_log', why: TOGETHER },
  {
    rules: ['R8'],
    file: 'server/queue/store.ts',
    part: 'chosen as materialized (',
    why: 'a job and its record change state together',
  },
  { rules: ['R3'], file: 'server/accounts/fresh_configuration.ts', part: 'with new_brand as ( insert into brands', why: FIRST },
  { rules: ['R3'], file: 'server/accounts/fresh_assets.ts', part: 'with made as ( insert into asset_statuses', why: FIRST },
  { rules: ['R3'], file: 'server/accounts/fresh_triggers.ts', part: 'fresh as ( insert into trigger_categories', why: FIRST },
  { rules: ['R3'], file: 'server/accounts/create.ts', part: 'with new_group as ( insert into groups', why: FIRST },
  { rules: ['R3'], file: 'server/accounts/create.ts', part: 'with made as ( insert into custom_roles', why: FIRST },
]

/** All of them. */
export const EXCEPTIONS: readonly Exception[] = [...INTENDED, ...STANDING]
