/** The log of a webhook's calls and the failures of a target, as deliveries leave them: nothing outside is called for it. */
import { makeUlid } from '#lib/ulid.ts'
import type { TestApp } from '../app.ts'
import type { TestInstance } from '../instances.ts'

/** Puts a call with an attempt, a circuit and a failed call into an instance that has a webhook and a target; texts contain `mark`. */
export async function populateWebhookLog(app: TestApp, { id: account_id }: TestInstance, mark: string): Promise<void> {
  const { driver } = app.database.database
  const now = new Date()
  const invocation = makeUlid(now)
  const attempt = makeUlid(now)
  const message = JSON.stringify({ headers: [{ key: 'X-Mark', value: mark }], payload: mark })
  const run = (text: string, parameters: readonly unknown[]) => driver.unsafe(text, parameters as never[])
  await run(
    `insert into webhook_invocations (account_id, id, webhook_id, status, status_code, content, tries, created_at, latest_completed_at, latest_at)
     select $1, $2, max(id), 'success', 200, jsonb_build_object('body', $3::text), 1, $4, $4, $4 from webhooks where account_id = $1`,
    [account_id, invocation, mark, now],
  )
  await run(
    `insert into webhook_attempts (account_id, id, invocation_id, status, status_code, request, response, started_at, completed_at)
     values ($1, $2, $3, 'success', 200, $4::text::jsonb, $4::text::jsonb, $5, $5)`,
    [account_id, attempt, invocation, message, now],
  )
  await run(
    `insert into webhook_circuits (account_id, webhook_id, window_start, requests, failures)
     select $1, max(id), $2, 1, 0 from webhooks where account_id = $1 on conflict do nothing`,
    [account_id, now],
  )
  await run(
    `insert into target_failures (account_id, target_id, status_code, consecutive_failure_count, raw_request, raw_response, created_at)
     select $1, max(id), 500, 1, $2, $2, $3 from targets where account_id = $1`,
    [account_id, mark, now],
  )
}
