// The verification link mailed to an address, followed in a browser without a session.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, assertFitsWidth, phone } from './browser.ts'
import { getMailAsWritten } from '../records.ts'
import { useBrowser } from './story.ts'

const runInBrowser = useBrowser()

for (const [name, viewport] of [
  ['a window', undefined],
  ['a phone', phone],
] as const)
  test(`an address is verified by pressing a button, not by opening the link, in ${name}`, () =>
    runInBrowser(async ({ page, server }) => {
      const api = server.app.inPerson
      const user = { name: 'Nora New', email: 'nora@example.com' }
      const { id } = (await api.post('/api/v2/users', { user })).body.user
      const identities = `/api/v2/users/${id}/identities`
      const [identity] = (await api.get(identities)).body.identities
      assert.equal((await api.put(`${identities}/${identity.id}/request_verification`)).status, 200)
      const isVerified = async () => (await api.get(`${identities}/${identity.id}`)).body.identity.verified
      const { body } = await getMailAsWritten(server.app, 'nora@example.com', 'identity.verification')
      const [link] = /http\S+verify_address#\S+/.exec(body) ?? []
      assert.ok(link)
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url(), request.headers()['referer'] ?? ''))
      await page.goto(link)
      const button = page.getByRole('button', { name: 'Verify this address' })
      await button.waitFor()
      await assertAccessible(page, 'the link')
      await assertFitsWidth(page, 'the link')
      assert.equal(await isVerified(), false)
      await button.click()
      await page.getByText('nora@example.com is verified').waitFor()
      await assertAccessible(page, 'the verified address')
      await assertFitsWidth(page, 'the verified address')
      assert.equal(await isVerified(), true)
      const [, token] = link.split('#') as [string, string]
      assert.deepEqual(
        asked.filter((url) => url.includes(token)),
        [],
      )
      await page.reload()
      await page.getByRole('button', { name: 'Verify this address' }).click()
      await page.getByText('This link is no longer valid').waitFor()
      await assertAccessible(page, 'the link that is over')
    }, viewport))
