/**
 * Attack: store a script in a text, to run it in the browser of a user who opens a page that shows it. Here every text of every table
 * contains markup, past all checks of input, and every page is opened in a real browser. The sanitizing of HTML comments is tested in
 * server/modules/tickets/ticket_comments; that no answer of the API is taken for a page in answers.test.ts.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { TENANT_TABLES } from '#db/tables.ts'
import { paths } from '#web/lib/paths.ts'
import { setUp, TRACKER } from '../access.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { openPage, getSharedBrowser, type WatchedPage } from '../e2e/browser.ts'
import { signIn } from '../e2e/story.ts'
import { firstInstance, idsOf, type IdsByTable, populate } from '../invariants/populate.ts'
import { waitFor } from '../jobs.ts'
import { assertEnough, drawSample } from '../sweep.ts'

const MARK = 'Markedtext'
/** If a page runs any part of it, `pwned` is set; it has no quotes, so that it fits into JSON unescaped. */
const PAYLOAD =
  "<img src=x onerror=window.pwned=1><script>window.pwned=2</script><svg/onload=window.pwned=3><a href=javascript:window.pwned=4>x</a>'-(window.pwned=5)-'</title></textarea><iframe srcdoc=<script>parent.pwned=6</script>>{{constructor.constructor(window.pwned=7)()}}"
const SEEN = '<img src=x onerror'
const RUN = 'javascript:window.pwned=8'

let app: TestApp
let browser: Browser
let base_url: string
let ids: IdsByTable

before(async () => {
  app = await startTestApp()
  await populate(app, firstInstance(app), MARK)
  await setUp(app, { access: { tracker_urls: [TRACKER] } })
  await storeMarkup()
  ids = await idsOf(app, 1)
  base_url = (await app.another()).base_url // a new process has cached nothing from before
  browser = await getSharedBrowser()
})
after(() => app.stop())

/** Puts the markup into every text, and a javascript: address into every column that may become a link. */
async function storeMarkup(): Promise<void> {
  const { driver } = app.database.database
  const columns = await driver<{ table: string; column: string; type: string }[]>`
    select table_name as "table", column_name as "column", udt_name as type from information_schema.columns
    where table_schema = 'public' and udt_name in ('text', 'jsonb') and is_generated = 'NEVER'`
  let changed = 0
  for (const { table, column, type } of columns.filter((each) => TENANT_TABLES.has(each.table))) {
    const poisoned = `replace("${column}"::text, '${MARK}', $1)::${type}`
    const { count } = await driver.unsafe(`update ${table} set "${column}" = ${poisoned} where "${column}"::text like '%${MARK}%'`, [
      PAYLOAD,
    ])
    changed += count
  }
  assert.ok(changed > 60, `only ${changed} texts were changed`)
  await driver.unsafe(`update accounts set name = $1`, [PAYLOAD])
  for (const [table, column] of [
    ['api_tokens', 'description'],
    ['oauth_clients', 'logo_url'],
    ['access_requests', 'external_url'],
  ] as const)
    await driver.unsafe(`update ${table} set "${column}" = $1 || id where id = (select max(id) from ${table})`, [RUN])
}

/** Every address of every page, with the newest record where one is named; and with what an attacker's link would add. */
function listAddresses(): string[] {
  const table: Readonly<Record<string, string>> = {
    secret: 'shared_secrets',
    outbox_mail: 'mails',
    access_request: 'access_requests',
    api_token: 'api_tokens',
    oauth_client: 'oauth_clients',
    integration: 'integrations',
  }
  const found: string[] = []
  for (const [name, path] of Object.entries(paths)) {
    if (name === 'enrol' || name === 'sign_in') continue
    if (!path.includes('$id')) found.push(path)
    else for (const id of (ids.get(table[name] ?? '') ?? []).slice(-3)) found.push(path.replace('$id', String(id)))
  }
  return found
}

async function assertHarmless({ page, complaints }: WatchedPage, what: string): Promise<void> {
  assert.equal(await page.evaluate('window.pwned'), undefined, what)
  const links = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[href], [src], [action], [formaction], iframe')].map((each) => each.href?.baseVal ?? each.href ?? each.src ?? each.action ?? 'frame')`,
  )
  for (const link of links) assert.match(link, /^(?:https?:|data:image\/|mailto:|$)/, `${what}: ${link}`)
  assert.equal(await page.locator('img[src=x], svg[onload], iframe').count(), 0, what)
  assert.deepEqual(complaints, [], what)
}

/** Opens everything on a page that can be opened: menus, rows, details. */
async function openAll(page: Page): Promise<void> {
  await page.evaluate(`document.querySelectorAll('summary, [aria-expanded="false"][aria-haspopup]').forEach((each) => each.click())`)
  await page.keyboard.press('Escape')
}

test('no stored text runs on any page of the dashboard or of signed-in users', { timeout: 300_000 }, async () => {
  const watched = await openPage(browser, base_url)
  const { page } = watched
  page.on('dialog', (dialog) => {
    watched.complaints.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await signIn(page, app.admin)
  const showing: string[] = []
  for (const address of drawSample('pages', listAddresses())) {
    await watched.arrive(address)
    await assertHarmless(watched, address)
    const shown = await page.evaluate<string>(
      `document.body.innerText + [...document.querySelectorAll('input, textarea')].map((each) => each.value).join()`,
    )
    if (shown.includes(SEEN)) showing.push(address)
    await openAll(page)
    await assertHarmless(watched, `${address}, opened`)
  }
  assertEnough(showing.length, 11, `only these pages show a text at all: ${showing.join(' ')}`)
  await page.context().close()
})

test('no text runs on the sign-in page, whatever its address contains and whatever providers are called', async () => {
  const watched = await openPage(browser, base_url)
  for (const address of [
    '/sign-in',
    `/sign-in?refused=${encodeURIComponent(PAYLOAD)}`,
    `/sign-in?return_to=${encodeURIComponent(RUN)}`,
    `/sign-in?return_to=${encodeURIComponent(`/${PAYLOAD}`)}#${encodeURIComponent(PAYLOAD)}`,
    `/secrets#${encodeURIComponent(PAYLOAD)}`,
    `/admin/${encodeURIComponent(PAYLOAD)}`,
    `/access_requests/${encodeURIComponent(PAYLOAD)}`,
  ]) {
    await watched.arrive(address)
    await assertHarmless(watched, address)
  }
  await watched.arrive('/sign-in')
  assert.ok((await watched.page.evaluate<string>('document.body.innerText')).includes(SEEN), 'the name of a provider is not shown')
  await watched.page.context().close()
})

test('no text runs on the consent page, with a client of such a name', async () => {
  const watched = await openPage(browser, base_url)
  await signIn(watched.page, app.admin)
  const clients = await app.database.database.driver<
    { identifier: string }[]
  >`select identifier from oauth_clients where name like ${`%${SEEN}%`}`
  assert.ok(clients.length > 0)
  for (const { identifier } of clients) {
    const query = new URLSearchParams({ response_type: 'code', client_id: identifier, scope: 'read', state: PAYLOAD })
    await watched.arrive(`${paths.oauth_authorization}?${query.toString()}`)
    await assertHarmless(watched, identifier)
  }
  assert.ok((await watched.page.evaluate<string>('document.body.innerText')).includes(SEEN), 'the name of the client is not shown')
  await watched.page.context().close()
})

test('the texts and name of a requester with markup are shown literally to the users who decide', async () => {
  const watched = await openPage(browser, base_url)
  const { page } = watched
  await signIn(page, app.admin, '/account')
  const id = ids.get('access_requests')?.[0]
  const comment = await page.evaluate<number>(`(async () => {
    const me = (await (await fetch('/api/v2/users/me')).json()).user
    const headers = { 'content-type': 'application/json', 'x-csrf-token': me.authenticity_token }
    return (await fetch('/api/v2/access_requests/${id}/comments', { method: 'POST', headers, body: ${JSON.stringify(JSON.stringify({ comment: { body: PAYLOAD } }))} })).status
  })()`)
  assert.equal(comment, 201)
  await watched.arrive(`/access_requests/${id}`)
  await waitFor(async () => (await page.evaluate<string>('document.body.innerText')).includes(SEEN), true)
  await assertHarmless(watched, 'a comment')
  await page.context().close()
})

test('this test can fail: unescaped markup runs, or is blocked and reported by the content security policy', async () => {
  const watched = await openPage(browser, base_url)
  await watched.arrive('/sign-in')
  const heard = watched.page.waitForEvent(
    'console',
    (message) => message.type() === 'error' && message.text().includes('Content Security Policy'),
  )
  await watched.page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(PAYLOAD)})`)
  await heard
  assert.equal(await watched.page.evaluate('window.pwned'), undefined)
  await assert.rejects(assertHarmless(watched, 'markup that was let through'))
  await watched.page.context().close()
})
