// The code a browser loads before a page is usable: only that of the page itself.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { signIn, tokensPath, useBrowser } from './story.ts'

const runInBrowser = useBrowser()
/** Kilobytes of compressed code; an increase needs a reason. */
const MAX_FOR_SIGNING_IN = 134
const MAX_FOR_API_TOKENS = 213

/** Opens a URL with an empty cache; returns the names of the loaded scripts and their compressed size. */
async function loadOf(page: Page, path: string, heading: string): Promise<{ names: string[]; kilobytes: number }> {
  const scripts: Promise<{ name: string; size: number }>[] = []
  // what the page before still loads does not count
  await page.goto('about:blank')
  const recordScript = (response: Response) => {
    const name = new URL(response.url()).pathname
    if (name.endsWith('.js')) scripts.push(response.body().then((body) => ({ name, size: gzipSync(body).length })))
  }
  page.on('response', recordScript)
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  page.off('response', recordScript)
  const loaded = await Promise.all(scripts)
  return { names: loaded.map(({ name }) => name), kilobytes: Math.round(loaded.reduce((sum, { size }) => sum + size, 0) / 1000) }
}

test('signing in and the list of API tokens load neither charts nor QR codes nor other pages', () =>
  runInBrowser(async ({ page, server }) => {
    const first = await loadOf(page, '/sign-in', 'Sign in')
    await signIn(page, server.admin)
    const tokens = await loadOf(page, tokensPath, 'API tokens')
    for (const { names } of [first, tokens])
      assert.doesNotMatch(names.join(' '), /Chart|Enrolment|Radar|AuditLog|SecurityPage|Secret|rules-/)
    assert.doesNotMatch(first.names.join(' '), /Page-|Shell|Dialog|DataTable/)
    assert.ok(first.kilobytes > 50 && first.kilobytes < MAX_FOR_SIGNING_IN, `${first.kilobytes} kB before one can sign in`)
    assert.ok(tokens.kilobytes < MAX_FOR_API_TOKENS, `${tokens.kilobytes} kB before the API tokens are there`)
  }))
