// One-time secrets between two users, each in their own browser.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, assertFitsWidth, openPage, phone } from './browser.ts'
import type { Story } from './story.ts'
import { pickPerson, rowOf, signIn, useBrowser } from './story.ts'

const runInBrowser = useBrowser()
const VALUE = 'dhp_for-the-shop-0123456789'
const PATH = '/secrets'

/** Runs a story with a second user in their own browser. */
function runWithTwo(story: (both: Story & { readerPage: Page }) => Promise<void>, viewport?: typeof phone): Promise<void> {
  return runInBrowser(async (first) => {
    const browser = first.page.context().browser()
    assert.ok(browser)
    const { page: readerPage, complaints } = await openPage(browser, first.server.base_url, viewport)
    try {
      await story({ ...first, readerPage })
      assert.deepEqual(complaints, [])
    } finally {
      await readerPage.context().close()
    }
  }, viewport)
}

/** Sends a secret to the agent as the signed-in user; returns its link. */
async function send(page: Page, label: string, passphrase = ''): Promise<string> {
  await page.goto(`${PATH}/new`)
  await pickPerson(page, 'Reader', 'agent@example.com')
  await page.getByLabel('Label').fill(label)
  await page.getByRole('textbox', { name: 'Secret', exact: true }).fill(VALUE)
  await page.getByLabel('Passphrase (optional)').fill(passphrase)
  await page.getByRole('button', { name: 'Send' }).click()
  return page.getByLabel('Link', { exact: true }).inputValue()
}

const show = (page: Page) => page.getByRole('button', { name: 'Show the secret' }).click()
const shownValue = (page: Page, label: string) => page.getByRole('textbox', { name: label }).inputValue()

// @source docs/reference/specification.md §5.6.8
test('a secret is opened by its link: shown once, the sender sees that it was read, and a second attempt destroys it', () =>
  runWithTwo(async ({ page, readerPage, server }) => {
    const asked: string[] = []
    readerPage.on('request', (request) => asked.push(request.url(), request.headers()['referer'] ?? ''))
    await signIn(page, server.admin, PATH)
    const link = await send(page, 'Key of the shop')
    assert.match(link, /\/secrets#dhx_\w{39}$/)

    await readerPage.goto(link)
    await readerPage.getByLabel('E-mail').waitFor()
    assert.doesNotMatch(readerPage.url(), /dhx_/) // nor in the URL of the sign-in page
    await readerPage.getByLabel('E-mail').fill(server.agent.email)
    await readerPage.getByLabel('Password').fill(server.agent.password)
    await readerPage.getByRole('button', { name: 'Sign in' }).click()
    await show(readerPage)
    assert.equal(await shownValue(readerPage, 'Key of the shop'), VALUE)
    assert.equal(new URL(readerPage.url()).hash, '')
    assert.deepEqual(
      asked.filter((url) => url.includes('dhx_')),
      [],
    )
    await readerPage.getByRole('button', { name: 'I have it' }).click()
    await rowOf(readerPage, 'Key of the shop').getByText('Read', { exact: true }).waitFor()
    assert.doesNotMatch(await readerPage.content(), new RegExp(VALUE))

    await page.getByRole('button', { name: 'Done' }).click()
    await rowOf(page, 'Key of the shop').getByText('Read', { exact: true }).waitFor()

    await readerPage.goto(link) // only the fragment differs, so the page is not reloaded
    await show(readerPage)
    await readerPage.getByText('was read already').waitFor()
    await rowOf(readerPage, 'Key of the shop').getByText('Destroyed', { exact: true }).waitFor()
    await page.reload()
    await rowOf(page, 'Key of the shop').getByText('Destroyed', { exact: true }).waitFor()
  }))

test('a secret opens from its row with the passphrase, and disappears when the page is left', () =>
  runWithTwo(async ({ page, readerPage, server }) => {
    await signIn(page, server.admin, PATH)
    await send(page, 'Key of the car', 'three small words')
    await signIn(readerPage, server.agent, PATH)
    await rowOf(readerPage, 'Key of the car').getByRole('link').click()
    await readerPage.getByLabel('Passphrase').fill('three small word')
    await show(readerPage)
    const field = readerPage.getByLabel('Passphrase')
    await readerPage.getByText('Is wrong. 4 more attempts are left').waitFor()
    await field.and(readerPage.locator(':focus')).waitFor()
    await field.fill('three small words')
    await show(readerPage)
    assert.equal(await shownValue(readerPage, 'Key of the car'), VALUE)
    await readerPage.getByRole('link', { name: 'One-time secrets' }).first().click()
    await rowOf(readerPage, 'Key of the car').waitFor()
    await readerPage.goBack()
    await readerPage.getByText('It was read by its reader').waitFor()
    assert.equal(await readerPage.getByRole('textbox').count(), 0)
    assert.doesNotMatch(await readerPage.content(), new RegExp(VALUE))
  }))

test('a user who is not the reader sees nothing, by link or by path', () =>
  runWithTwo(async ({ page, readerPage, server }) => {
    await signIn(readerPage, server.agent, PATH)
    await readerPage.goto(`${PATH}/new`)
    const reader = readerPage.getByRole('combobox', { name: 'Reader' })
    await reader.fill('nobody@example.com')
    await readerPage.getByRole('listbox').getByText('No user has this name or address').waitFor()
    await readerPage.getByLabel('Label').fill('For the administrator')
    await readerPage.getByRole('textbox', { name: 'Secret', exact: true }).fill(VALUE)
    await readerPage.getByRole('button', { name: 'Send' }).click()
    await readerPage.getByText('Pick a person from the list').waitFor()
    await reader.and(readerPage.locator(':focus')).waitFor()
    await pickPerson(readerPage, 'Reader', server.admin.email)
    await readerPage.getByRole('button', { name: 'Send' }).click()
    const link = await readerPage.getByLabel('Link', { exact: true }).inputValue()
    await readerPage.goto(link)
    await show(readerPage)
    await readerPage.getByText('You sent this one-time secret').waitFor()
    await signIn(page, server.admin, PATH)
    await page.goto(`${PATH}/999999`)
    await page.getByText('There is no such one-time secret').waitFor()
    await page.goto(`${PATH}#dhx_${'0'.repeat(39)}`)
    await show(page)
    await page.getByText('This link is not for you').waitFor()
    await page.goto(link)
    await show(page)
    assert.equal(await shownValue(page, 'For the administrator'), VALUE)
  }))

test('typing on after picking a reader clears the pick', () =>
  runWithTwo(async ({ page, server }) => {
    await signIn(page, server.admin, `${PATH}/new`)
    const reader = page.getByRole('combobox', { name: 'Reader' })
    await reader.fill('Administrator')
    await page.getByText('No user has this name or address').waitFor() // users cannot send secrets to themselves
    await pickPerson(page, 'Reader', server.agent.email)
    await reader.and(page.locator('[value="Agent"]')).waitFor()
    await reader.fill('Somebody else')
    await page.getByText('No user has this name or address').waitFor()
    await page.getByLabel('Label').fill('For whom?')
    await page.getByRole('textbox', { name: 'Secret', exact: true }).fill(VALUE)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Pick a person from the list').waitFor()
    await pickPerson(page, 'Reader', server.agent.email)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Sent to Agent').waitFor()
  }))

test('a sender withdraws a secret by keyboard alone', () =>
  runWithTwo(async ({ page, readerPage, server }) => {
    await signIn(page, server.admin, `${PATH}/new`)
    const type = async (text: string) => {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await page.getByRole('combobox', { name: 'Reader' }).focus()
    await page.keyboard.type('age')
    await page.getByRole('option', { name: 'Agent' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await type('Key of the door')
    await type(VALUE)
    await page.keyboard.press('Enter')
    const link = page.getByLabel('Link', { exact: true })
    await link.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Tab') // Copy
    await page.keyboard.press('Tab') // Done
    await page.keyboard.press('Enter')
    await rowOf(page, 'Key of the door').getByRole('link').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Withdraw' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Withdraw this secret?' })
    await dialog.waitFor()
    await dialog.getByRole('button', { name: 'Withdraw' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('It was taken back before it was read').waitFor()
    await signIn(readerPage, server.agent, PATH)
    await rowOf(readerPage, 'Key of the door').getByText('Withdrawn', { exact: true }).waitFor()
  }))

test('a value of several lines is shown and copied with its line breaks', () =>
  runWithTwo(async ({ page, readerPage, server }) => {
    const key = '-----BEGIN KEY-----\nabc\ndef\n-----END KEY-----\n'
    await signIn(page, server.admin, `${PATH}/new`)
    await pickPerson(page, 'Reader', server.agent.email)
    await page.getByLabel('Label').fill('A private key')
    await page.getByRole('textbox', { name: 'Secret', exact: true }).fill(key)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Sent to Agent').waitFor()
    await readerPage.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(readerPage, server.agent, PATH)
    await rowOf(readerPage, 'A private key').getByRole('link').click()
    await show(readerPage)
    assert.equal(await shownValue(readerPage, 'A private key'), key)
    await readerPage.getByRole('button', { name: 'Copy' }).click()
    await readerPage.getByRole('button', { name: 'Copied' }).waitFor()
    assert.equal(await readerPage.evaluate<string>('navigator.clipboard.readText()'), key)
  }))

for (const [name, viewport] of [
  ['a window', undefined],
  ['a phone', phone],
] as const)
  test(`every state is accessible and fits ${name}`, () =>
    runWithTwo(async ({ page, readerPage, server }) => {
      const check = async (of: Page, state: string) => {
        await assertAccessible(of, state)
        await assertFitsWidth(of, state)
      }
      await signIn(page, server.admin, PATH)
      await page.getByText('Nothing for you').waitFor()
      await check(page, 'the empty list')
      await page.getByRole('button', { name: 'New secret' }).click()
      await page.getByRole('button', { name: 'Send' }).click()
      await page.locator('[aria-invalid="true"]').first().waitFor()
      await check(page, 'the refused form')
      await page.getByRole('combobox', { name: 'Reader' }).fill('Age')
      await page.getByRole('option', { name: 'Agent' }).waitFor()
      await check(page, 'the list of readers')
      const link = await send(page, `A label as long as it may be ${'wordswithoutblanks'.repeat(9)}`, 'three small words')
      await check(page, 'the sent secret')
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByText('Waiting', { exact: true }).waitFor()
      await check(page, 'the list of sent secrets')
      await signIn(readerPage, server.agent, PATH)
      await readerPage.goto(link)
      await show(readerPage)
      await readerPage.getByLabel('Passphrase').waitFor()
      await check(readerPage, 'the secret of a link')
      await readerPage.getByRole('link', { name: /A label/ }).click()
      await readerPage.getByRole('heading', { level: 1, name: /A label/ }).waitFor()
      await readerPage.getByLabel('Passphrase').fill('three small words')
      await check(readerPage, 'the secret of a row')
      await show(readerPage)
      await readerPage.getByText('Copy it now').waitFor()
      await check(readerPage, 'the shown secret')
    }, viewport))

test('leaving a half-filled form asks for confirmation, by a link and on signing out', () =>
  runInBrowser(async ({ page, server }) => {
    await signIn(page, server.agent, `${PATH}/new`)
    await page.getByLabel('Label').fill('Key of the shop')
    const question = page.getByRole('dialog', { name: 'Leave without sending the secret?' })
    const places = page.getByRole('navigation', { name: 'Sections' })
    for (const away of [places.getByRole('link', { name: 'My account' }), page.getByRole('button', { name: 'Sign out' })]) {
      await away.click()
      await assertAccessible(page, 'the question')
      await question.getByRole('button', { name: 'Cancel' }).click()
      await question.waitFor({ state: 'detached' })
      assert.equal(await page.getByLabel('Label').inputValue(), 'Key of the shop')
    }
    await page.getByRole('button', { name: 'Sign out' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(page, server.agent, `${PATH}/new`)
    await page.getByLabel('Label').fill('Key of the shop')
    // The list loads slowly, so that its navigation is still pending when the user signs out.
    const released = Promise.withResolvers<void>()
    await page.route('**/assets/**', (route) => released.promise.then(() => route.continue()))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    released.resolve()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  }))
