// The screenshot of the README: Team members of the demo company. `DESKHAND_WRITE_PICTURE=1 npm test -- test/e2e/picture` updates it.

import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { accountById } from '#accounts/directory.ts'
import { ROOT } from '#lib/root.ts'
import { COLLEAGUES } from '#seed/company.ts'
import { withContext } from '#seed/context.ts'
import { seed } from '#seed/seed.ts'
import type { TestApp } from '../app.ts'
import { signIn, useBrowser } from './story.ts'

const PICTURE = join(ROOT, 'docs/picture.png')
const MAX_BYTES = 200_000
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])
const runInBrowser = useBrowser()

async function tellStory({ account_id, config, database, running }: TestApp): Promise<void> {
  const account = await accountById(running.server.services, account_id)
  assert.ok(account)
  const connected = { database: database.database, address: database.address }
  await withContext(config, connected, account, (ctx) => seed(database.database, ctx, { random: 1, tickets: 12, force: true }))
}

test("the page in the README's screenshot exists in a seeded instance, and the image file is small", () =>
  runInBrowser(
    async ({ page, server }) => {
      await tellStory(server.app)
      await signIn(page, server.admin, '/admin/people/team_members')
      await page.getByRole('heading', { level: 1, name: 'Team members' }).waitFor()
      for (const { name } of COLLEAGUES.slice(0, 3)) await page.getByText(name).first().waitFor()
      const taken = await page.screenshot({ animations: 'disabled' })
      if (process.env.DESKHAND_WRITE_PICTURE === '1') await writeFile(PICTURE, taken)
      const picture = await readFile(PICTURE)
      assert.deepEqual(picture.subarray(0, 4), PNG)
      assert.ok(picture.length < MAX_BYTES, `${picture.length} bytes`)
    },
    { width: 1200, height: 700 },
  ))
