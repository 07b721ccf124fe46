// A new owner sets up an account entirely in the browser: a manager, a reviewer, an engineer, the integration bot, and their settings.
// Does not belong here: what these users then do with access requests (access_story.test.ts).

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { assertAccessible, assertFitsWidth, openPage } from './browser.ts'
import type { TestServer } from './server.ts'
import { rowOf, signIn, signInOnPage, useBrowser } from './story.ts'
import type { Story } from './story.ts'

const runInBrowser = useBrowser()
const PASSWORD = 'a password of my own choice'
const WIDTHS = [320, 768, 1000, 1280]

interface Person {
  name: string
  email: string
}
const max: Person = { name: 'Max Manager', email: 'max@example.com' }
const paula: Person = { name: 'Paula Provisioner', email: 'paula@example.com' }
const emil: Person = { name: 'Emil Engineer', email: 'emil@example.com' }
const bot: Person = { name: 'Integration Bot', email: 'bot@example.com' }
const rita: Person = { name: 'Rita Requester', email: 'rita@example.com' }

/** Asserts that the current page fits every width and that axe finds no fault. */
async function assertHolds(page: Page, state: string): Promise<void> {
  await assertAccessible(page, state)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await assertFitsWidth(page, `${state} at ${width}`)
  }
}

/** Invites a person on the invitation page, then waits for the person's own page. */
async function invite(
  page: Page,
  { name, email }: Person,
  { duty, manager, role }: { duty?: string; manager?: Person; role?: string } = {},
) {
  await page.goto('/admin/people/team_members')
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  if (role !== undefined) await page.getByLabel('Role').selectOption({ label: role })
  if (duty !== undefined) await page.getByText(duty, { exact: true }).click()
  if (manager !== undefined) await page.getByLabel('Manager').selectOption({ label: `${manager.name} (${manager.email})` })
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText(`Invitation to ${email}: kept in the outbox`).waitFor()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** The password link in the mail to a person, as the outbox shows it to an administrator. */
async function linkTo(page: Page, { email }: Person): Promise<string> {
  await page.goto('/admin/account/outbox')
  await rowOf(page, email)
    .getByRole('link', { name: /You are invited|Choose a new password/ })
    .click()
  return shownLink(page)
}

/** The link of the mail that the page shows. */
async function shownLink(page: Page): Promise<string> {
  await page.getByRole('heading', { level: 1, name: /You are invited|Choose a new password/ }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Show the link' }).click()
  const shown = await page.getByText(/set_password#[\w-]{40}/).innerText()
  const [link] = /http\S+set_password#\S+/.exec(shown) ?? []
  assert.ok(link, shown)
  return link
}

/** Follows a person's link in their own browser and chooses a password, which signs them in. */
async function join(browser: Browser, server: TestServer, link: string, { name }: Person, next: string): Promise<Page> {
  const { page } = await openPage(browser, server.base_url)
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: `Welcome, ${name}` }).waitFor()
  const field = page.getByLabel('New password')
  await field.and(page.locator(':focus')).waitFor()
  await field.fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Must be at least 8 characters', { exact: true }).waitFor()
  await assertHolds(page, 'the page of a link')
  await field.fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await page.goto(next)
  return page
}

test('a new owner sets up an account without the API: people, bot and settings, and a request can be filed', () =>
  runInBrowser(async ({ page, server }: Story) => {
    const browser = page.context().browser() as Browser
    await signIn(page, server.admin)
    const list = page.getByRole('list', { name: 'Steps of setting up' })
    const findStep = (name: string) => list.getByRole('listitem').filter({ hasText: name })
    await findStep('Invite a reviewer').getByText('To do', { exact: true }).waitFor()
    await assertHolds(page, 'home')

    await page.goto('/admin/people/team_members/new')
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByText('Must be an e-mail address').waitFor()
    await assertHolds(page, 'the invitation')
    await invite(page, max)
    await invite(page, paula, { duty: 'Provisioner', role: 'Team lead' })
    await invite(page, emil, { duty: 'Engineer' })
    await invite(page, bot)
    await invite(page, rita, { manager: max })
    await page.getByLabel('Manager').and(page.locator(':enabled')).waitFor()
    await assertHolds(page, 'the page of a team member')

    await page.goto('/admin/people/access_settings')
    const botForm = page.getByRole('form', { name: 'Integration bot' })
    await botForm.getByLabel('Integration bot').selectOption({ label: `${bot.name} (${bot.email})` })
    await botForm.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Integration bot saved').waitFor()
    const trackers = page.getByRole('form', { name: 'Trackers' })
    await trackers.getByLabel('Addresses of your trackers').fill('https://tracker.example.com/browse')
    await trackers.getByRole('button', { name: 'Save' }).click()
    await trackers.getByText('addresses that end with a slash').waitFor()
    await trackers.getByLabel('Addresses of your trackers').fill('https://tracker.example.com/browse/')
    await trackers.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Trackers saved').waitFor()
    await assertHolds(page, 'the access settings')

    await page.goto('/admin')
    for (const done of ['Name a manager', 'Invite a reviewer', 'Invite an engineer', 'Choose the integration bot', 'Name your trackers'])
      await findStep(done).getByText('Done', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Hide this list' }).click()
    await page.getByRole('button', { name: 'Show what is left to set up' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Show what is left to set up' }).waitFor()

    const ritas = await join(browser, server, await linkTo(page, rita), rita, '/access_requests/new')
    await ritas.getByLabel('Title').fill('Nightly export')
    await ritas.getByLabel('Business reason').fill('Sales reads yesterday’s tickets every morning')
    await ritas.getByLabel('Use case').fill('A script lists the tickets of the day')
    await ritas.getByRole('button', { name: 'File request' }).click()
    await ritas.getByRole('heading', { level: 1, name: 'Nightly export' }).waitFor()
    const maxs = await join(browser, server, await linkTo(page, max), max, '/home')
    await maxs.getByRole('list', { name: 'Access requests to approve' }).getByRole('link', { name: 'Nightly export' }).click()
    await maxs.getByRole('button', { name: 'Approve' }).waitFor()
    for (const own of [ritas, maxs]) await own.context().close()
  }))

test('an administrator changes, suspends and unsuspends a team member, and mails a password link', () =>
  runInBrowser(async ({ page, server }: Story) => {
    const browser = page.context().browser() as Browser
    await signIn(page, server.agent, '/account')
    await page.context().clearCookies()
    await signIn(page, server.admin, '/admin/people/team_members')
    await rowOf(page, server.agent.email).getByRole('link', { name: 'Agent' }).click()
    const role = page.getByRole('form', { name: 'Name and role' })
    await role.getByLabel('Name').fill('')
    await role.getByRole('button', { name: 'Save' }).click()
    await role.getByText('too short').waitFor()
    await role.getByLabel('Name').fill('Ada Agent')
    await role.getByLabel('Role').selectOption({ label: 'Light agent' })
    await role.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ada Agent' }).waitFor()
    const duties = page.getByRole('form', { name: 'Access duties' })
    await duties.getByText('Engineer', { exact: true }).click()
    await duties.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Access duties saved').waitFor()

    const confirm = (act: string) => page.getByRole('dialog').getByRole('button', { name: act, exact: true }).click()
    await page.getByRole('button', { name: 'Suspend' }).click()
    await confirm('Suspend')
    await page.getByText('Ada Agent is suspended', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Lift the suspension' }).click()
    await confirm('Lift')
    await page.getByRole('button', { name: 'Mail a link for a new password' }).click()
    await confirm('Send')
    await page.getByText(`Link to ${server.agent.email}: kept in the outbox`).waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Show the link' }).click()
    const link = await shownLink(page)
    const other = await openPage(browser, server.base_url)
    await other.page.goto(link)
    await other.page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
    await other.page.getByLabel('New password').fill(PASSWORD)
    await other.page.getByRole('button', { name: 'Set password' }).click()
    await other.page.getByText('You can sign in now').waitFor()
    await other.page.reload()
    await other.page.getByText('This link no longer works').waitFor()
    await signInOnPage(other.page, { email: server.agent.email, password: PASSWORD }, '/account')
    await other.page.context().close()
    const [user] = (await server.app.inPerson.get(`/api/v2/users/search?query=email:${server.agent.email}`)).body.users
    assert.deepEqual([user.name, user.role_type, user.suspended], ['Ada Agent', 1, false])
  }))

test('the settings of the API, the account and the clock are changed in the browser, and invalid values are refused at the field', () =>
  runInBrowser(async ({ page, server }: Story) => {
    const readSettings = async () => (await server.app.inPerson.get('/api/v2/deskhand/settings')).body.settings
    const form = (name: string) => page.getByRole('form', { name, exact: true })
    const save = async (name: string) => {
      await form(name).getByRole('button', { name: 'Save' }).click()
      await page.getByText(`${name} saved`).waitFor()
    }
    await signIn(page, server.admin, '/admin/apps_and_integrations/api_settings')
    await form('Unused API tokens').getByLabel('Days without a call').fill('0')
    await form('Unused API tokens').getByRole('button', { name: 'Save' }).click()
    await form('Unused API tokens').getByText('Must be null or a number from 1 to 3650').waitFor()
    await form('Unused API tokens').getByLabel('Days without a call').fill('30')
    await save('Unused API tokens')
    await form('End of API tokens').getByLabel('API tokens end on').fill('2027-05-31')
    await form('End of API tokens').getByLabel('After that day').selectOption('refuse')
    await save('End of API tokens')
    await form('Rate limits').getByLabel('Plan', { exact: true }).selectOption('team')
    await save('Rate limits')
    await assertHolds(page, 'the API settings')
    const { api, rate_limit } = await readSettings()
    assert.deepEqual([api.token_idle_days, api.token_sunset, api.token_after_sunset], [30, '2027-05-31T00:00:00Z', 'refuse'])
    assert.equal(rate_limit.plan, 'team')

    const { brand } = (await server.app.inPerson.post('/api/v2/brands', { brand: { name: 'Second shop', subdomain: 'second-shop' } })).body
    await page.goto('/admin/account/settings')
    await form('Brand and languages').getByLabel('Default brand').selectOption('Second shop')
    await form('Brand and languages').getByText('German', { exact: true }).click()
    await save('Brand and languages')
    await form('Language and time').getByLabel('Time zone').selectOption('Europe/Berlin')
    await save('Language and time')
    await form('People and files').getByLabel('Largest attachment').fill('0')
    await form('People and files').getByRole('button', { name: 'Save' }).click()
    await form('People and files').getByText('Must be from 1 to 1073741824 bytes').waitFor()
    await form('Work on tickets').getByText('Agents can delete tickets').click()
    await save('Work on tickets')
    await assertHolds(page, 'the account settings')
    const tree = (await server.app.inPerson.get('/api/v2/account/settings')).body.settings
    assert.deepEqual([(await readSettings()).time_zone, tree.tickets.agent_ticket_deletion], ['Europe/Berlin', false])
    assert.equal(tree.brands.default_brand_id, brand.id)
    const { locales } = (await server.app.inPerson.get('/api/v2/locales')).body
    const codes = locales.map(({ locale }: { locale: string }) => locale)
    assert.deepEqual([codes.includes('de'), codes.includes('es'), codes.includes('en-US')], [false, true, true])

    await page.goto('/admin/account/clock')
    await page.getByText('Stopped', { exact: true }).click()
    await page.getByLabel('Stopped at (UTC)').fill('2027-05-01T00:00')
    await form('Set the clock').getByRole('button', { name: 'Set' }).click()
    await page.getByText('Clock set').waitFor()
    await page.getByText('1 May 2027, 00:00:00 (UTC)').waitFor()
    await page.getByRole('button', { name: 'Move on 1 day' }).click()
    await page.getByText('2 May 2027, 00:00:00 (UTC)').waitFor()
    await assertHolds(page, 'the clock')
    assert.deepEqual((await readSettings()).clock, { mode: 'frozen', at: '2027-05-02T00:00:00Z' })
  }))
