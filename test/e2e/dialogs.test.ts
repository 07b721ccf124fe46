// Which element has the focus while a dialog or a drawer is open, including while it opens and after its content changes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../jobs.ts'
import { signIn, tokensPath, useBrowser } from './story.ts'
import type { Story } from './story.ts'

const runInBrowser = useBrowser()

/** A dialog or drawer of each kind: the page it is opened from, and how. */
const sheets: Record<string, { path: string; prepare?: (page: Page) => Promise<void>; open: (page: Page) => Promise<void> }> = {
  'a dialog that confirms an act, opened from the menu of a row': {
    path: tokensPath,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Actions for https://issues.example.com/access/1' }).click()
      await page.getByRole('menu').waitFor()
    },
    open: (page) => page.getByRole('menuitem', { name: 'Deactivate' }).click(),
  },
  'a dialog with a form': {
    path: '/admin/people/access_people',
    open: (page) => page.getByRole('button', { name: 'Add person' }).click(),
  },
  'a drawer': {
    path: '/admin/account/audit_log',
    open: (page) => page.getByRole('link', { name: 'Created: User Agent' }).click(),
  },
}

/** Presses Escape on the focused element as soon as a sheet is in the document, before any other code of the page can run. */
const escapeAtOnce = `(() => {
  window.kept = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const sheet = document.querySelector('section[role=dialog]')
      if (sheet === null) return
      observer.disconnect()
      resolve(sheet.contains(document.activeElement))
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
})()`

const hasKeyboard = `document.querySelector('section[role=dialog]').contains(document.activeElement)`

for (const [name, { path, prepare = async () => undefined, open }] of Object.entries(sheets)) {
  const inSheet = (work: (page: Page) => Promise<void>) => () =>
    runInBrowser(async ({ page, server }: Story) => {
      await server.make_api_tokens(1)
      await signIn(page, server.admin, path)
      await prepare(page)
      await work(page)
    })

  test(
    `${name} has the focus as soon as it is shown`,
    inSheet(async (page) => {
      await page.evaluate(escapeAtOnce)
      await open(page)
      assert.equal(await page.evaluate('window.kept'), true)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }),
  )

  test(
    `${name} does not lose the focus to elements below it`,
    inSheet(async (page) => {
      await open(page)
      await page.getByRole('dialog').waitFor()
      await page.evaluate(`document.querySelector('nav a, nav button').focus()`)
      assert.equal(await page.evaluate(hasKeyboard), true)
      await page.evaluate('document.activeElement.blur()')
      await waitFor(() => page.evaluate(hasKeyboard), true)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }),
  )
}
