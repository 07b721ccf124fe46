// What each role sees: no page that is linked asks for what the API forbids, and one that is not for a user says so.
// Does not belong here: which role may do what (server/permissions), single pages (the files named after them).

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { paths } from '#web/lib/paths.ts'
import { putDuties } from '../governance.ts'
import { assertEnough, drawSample } from '../sweep.ts'
import { giveSession, openPage, getSharedBrowser } from './browser.ts'
import { type FullDesk, fillDesk } from './full_desk.ts'
import { addressOf, FOR_VISITORS } from './pages.ts'
import { type Person, startTestServer, type TestServer } from './server.ts'

const PASSWORD = 'correct horse battery'

let server: TestServer
let desk: FullDesk
const people: { name: string; person: Person }[] = []

before(async () => {
  server = await startTestServer()
  desk = await fillDesk(server.app)
  const { custom_roles } = (await server.app.inPerson.get('/api/v2/custom_roles')).body
  const lightAgent = custom_roles.find(({ name }: { name: string }) => /light/i.test(name))
  const bare = { name: 'Bare', configuration: { ticket_access: 'assigned-only', macro_access: 'readonly', view_access: 'readonly' } }
  const custom = (await server.app.inPerson.post('/api/v2/custom_roles', { custom_role: bare })).body.custom_role
  await make('end user', { role: 'end-user' })
  await make('invited end user', { role: 'end-user' }, ['requester'])
  await make('light agent', { role: 'agent', custom_role_id: lightAgent.id })
  await make('agent with a role of little', { role: 'agent', custom_role_id: custom.id })
  await make('restricted agent', { role: 'agent', ticket_restriction: 'requested' })
  await make('agent', { role: 'agent' })
  await make('provisioner', { role: 'agent' }, ['provisioner'])
  await make('engineer', { role: 'agent' }, ['engineer'])
  people.push({ name: 'administrator', person: server.admin })
})
after(() => server.stop())

async function make(name: string, members: object, duties: string[] = []): Promise<void> {
  const email = `${name.replaceAll(' ', '.')}@walkers.example.com`
  const user = { name, email, password: PASSWORD, verified: true, ...members }
  const { status, body } = await server.app.inPerson.post('/api/v2/users', { user })
  assert.equal(status, 201, JSON.stringify(body))
  if (duties.length > 0) await putDuties(server.app, body.user.id, duties as never)
  people.push({ name, person: { email, password: PASSWORD } })
}

/** A page of a user that notes what the API forbids it. */
async function pageOf({ person }: { person: Person }) {
  const opened = await openPage(await getSharedBrowser(), server.base_url)
  await giveSession(opened.page, person)
  const forbidden: string[] = []
  opened.page.on('response', (response) => {
    const { pathname, search } = new URL(response.url())
    if (response.status() === 403) forbidden.push(`${response.request().method()} ${pathname}${search}`)
  })
  return { ...opened, forbidden }
}

/** The addresses of the dashboard that the open page links to, with the menu unfolded. */
async function linksOf(page: Page): Promise<string[]> {
  const folded = page.getByRole('navigation').locator('button[aria-expanded="false"]')
  while ((await folded.count()) > 0) await folded.first().click()
  const links = await page.evaluate<string[]>(`[...document.querySelectorAll('a[href^="/"]')].map((one) => one.getAttribute('href'))`)
  return links.map((link) => link.split(/[?#]/, 1)[0] ?? '').filter((link) => !/^\/(api|docs)\b/.test(link))
}

const kindOf = (address: string) => address.replaceAll(/\/(?:\d+|[0-9A-Z]{26})(?=\/|$)/g, '/$id')

test('no page that a user is led to asks for what the API forbids', async () => {
  const found: string[] = []
  let count = 0
  for (const who of drawSample('people', people, 3)) {
    const { page, arrive, forbidden, complaints } = await pageOf(who)
    const queue = ['/']
    // links to records of one kind show the same page: one of them is followed
    const seen = new Set(['/'])
    for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
      await arrive(address)
      count += 1
      for (const call of forbidden.splice(0)) found.push(`${who.name} on ${address}: ${call}`)
      if ((await page.getByText('No access').count()) > 0) found.push(`${who.name} is led to ${address}`)
      for (const link of drawSample(`links of ${address}`, await linksOf(page), who.name === 'administrator' ? 8 : 1)) {
        if (seen.has(kindOf(link))) continue
        seen.add(kindOf(link))
        queue.push(link)
      }
    }
    found.push(...complaints)
    await page.context().close()
  }
  assert.deepEqual(found, [])
  assertEnough(count, 60)
})

test('a page that is not for a user says so at its address, and offers no second try', async () => {
  const found: string[] = []
  for (const who of drawSample(
    'others',
    people.filter(({ name }) => name !== 'administrator'),
    3,
  )) {
    const { page, arrive } = await pageOf(who)
    for (const [name, path] of drawSample(`addresses for ${who.name}`, Object.entries(paths))) {
      if (FOR_VISITORS.includes(path)) continue
      const address = addressOf(desk, name, path)
      await arrive(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      if ((await page.getByRole('button', { name: 'Try again' }).count()) > 0) found.push(`${who.name} may try ${address} again`)
      const isTold = (await page.getByRole('heading', { name: 'No access' }).count()) > 0
      const isAdmins = path.startsWith(paths.admin) && !(who.name === 'engineer' && path.startsWith(paths.api_tokens))
      if (isAdmins && !isTold) found.push(`${who.name} is not told that ${address} is not for them`)
    }
    await page.context().close()
  }
  assert.deepEqual(found, [])
})

test('an address without a page keeps the menu', async () => {
  const { page, arrive } = await pageOf({ person: server.admin })
  for (const address of ['/admin/nowhere', '/admin/apps_and_integrations/nowhere', '/admin/objects_and_rules/nowhere/1']) {
    await arrive(address)
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await page.getByRole('navigation', { name: 'Admin' }).waitFor()
  }
  await page.context().close()
})
