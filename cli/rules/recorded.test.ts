// Tests recorded from the tickets of the invented company pass when they are played: a sample when this file is named, all of them in `npm run ci`.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fillWithDemo } from '#process/first_start.ts'
import { STORY_TICKETS } from '#seed/seed.ts'
import { useApp } from '#test/app.ts'
import { runCommand } from '#test/command.ts'
import { MAY_CALL_RECEIVER } from '#test/receiver.ts'
import { assertEnough, drawSample } from '#test/sweep.ts'
import { recordRules } from './record.ts'

const DESKHAND_INSTANCES_SECRET = 'instances-are-made-with-this-secret'
const app = await useApp({ ...MAY_CALL_RECEIVER, DESKHAND_INSTANCES_SECRET }, { shippedTriggers: true, shippedAutomations: true })
const folder = await mkdtemp(join(tmpdir(), 'deskhand-recorded-test-'))
after(() => rm(folder, { recursive: true, force: true }))

test('tests that are recorded from the tickets of the invented company pass', { timeout: 3_600_000 }, async () => {
  await fillWithDemo(app.running.server)
  // in this process: three hundred of their own would take two minutes of processor time to start. The command is tried in rules.test.ts
  Object.assign(process.env, { DESKHAND_ADMIN_EMAIL: app.admin.email, DESKHAND_API_TOKEN: app.admin.token })
  const ids = drawSample(
    'recorded tickets',
    Array.from({ length: STORY_TICKETS }, (_none, index) => index + 1),
    60,
  )
  const files: string[] = []
  for (const id of ids) {
    const file = join(folder, `ticket_${id}.yaml`)
    await writeFile(file, await recordRules(String(id), { url: app.base_url }))
    files.push(file)
  }
  const played = await runCommand(['rules', 'test', '--url', app.base_url, ...files], { DESKHAND_INSTANCES_SECRET })
  assert.equal(played.code, 0, played.out + played.error)
  assert.match(played.out, new RegExp(`^${files.length} of ${files.length} passed$`, 'm'))
  assertEnough(ids.length, STORY_TICKETS - 1)
})
