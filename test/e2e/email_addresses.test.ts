// E-mail addresses in narrow places: where they break.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { signInUser } from '../oauth.ts'
import { assertFitsWidth, phone } from './browser.ts'
import { signIn, useBrowser } from './story.ts'

const runInBrowser = useBrowser()
const ADDRESS = 'wilhelmina.featherstonehaugh+harbour.desk@customer-support.north-sea-logistics.example.com'

/** The lines that an address is shown in. */
function linesOf(address: Locator): Promise<string[]> {
  return address.evaluate((shown) => {
    const lines: { top: number; text: string }[] = []
    const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      for (const [index, letter] of [...(node.textContent ?? '')].entries()) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        const { top } = range.getBoundingClientRect()
        const last = lines.at(-1)
        if (last !== undefined && Math.abs(last.top - top) < 4) last.text += letter
        else lines.push({ top, text: letter })
      }
    return lines.map(({ text }) => text)
  })
}

test('an address breaks behind its signs where it is longer than a line, and nowhere else', () =>
  runInBrowser(async ({ page, server }) => {
    const api = await signInUser(server.app, server.admin)
    const made = await api.post('/api/v2/users', { user: { name: 'Wilhelmina', email: ADDRESS, role: 'agent' } })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    await signIn(page, server.admin, '/admin/people/team_members')
    for (const path of ['/admin/people/team_members', `/admin/people/team_members/${made.body.user.id}`])
      for (const viewport of [phone, { width: 1280, height: 800 }]) {
        await page.setViewportSize(viewport)
        await page.goto(path)
        const address = page.getByRole('main').getByText(ADDRESS).first()
        await address.waitFor()
        const lines = await linesOf(address)
        assert.equal(lines.join(''), ADDRESS)
        for (const line of lines.slice(0, -1)) assert.match(line, /[@.+-]$/, `${path} at ${viewport.width}: ${lines.join(' | ')}`)
        if (viewport === phone) assert.ok(lines.length > 1, `${path} shows a long address in one line of a phone`)
        await assertFitsWidth(page, path)
      }
  }))
