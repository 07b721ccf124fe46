// The five people of an access request, each signed in to their own browser context, and the acts their pages offer.
// Does not belong here: assertions; the server and the browser (story.ts).

import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import type { Client } from '../client.ts'
import { makeClient } from '../client.ts'
import { giveSession, openPage } from './browser.ts'
import type { Person, TestServer } from './server.ts'
import { rowOf, useBrowser } from './story.ts'

/** The path of the page with the user's access requests. */
export const requestsPath = '/access_requests'

/** A user signed in to a browser context. */
export interface Member extends Person {
  readonly name: string
  readonly page: Page
  /** Everything the API has returned to this browser so far. */
  heard(): Promise<string[]>
  /** Calls the API as the page does: with the session cookie and its CSRF token. */
  session(): Promise<Client>
}

/** The five people, and their server. */
export interface FixturePeople {
  readonly server: TestServer
  /** Requests access; an ordinary agent. */
  readonly requester: Member
  /** The requester's manager; an ordinary agent. */
  readonly manager: Member
  /** Reviews and decides; an agent. */
  readonly provisioner: Member
  /** Issues; an administrator, so that the admin dashboard can be used. */
  readonly engineer: Member
  /** A member of support operations: the owner of the account. */
  readonly owner: Member
  /** Signs another user in, in their own browser context. */
  join(person: Person, name: string): Promise<Member>
}

const password = 'correct horse battery'
const names = { requester: 'Rita Requester', manager: 'Max Manager', provisioner: 'Paula Provisioner', engineer: 'Emil Engineer' }

/** Runs stories of the five people; nobody has duties or a manager yet. Fails if a browser reported errors. */
export function useFixturePeople(
  env: Readonly<Record<string, string>> = {},
): (story: (fixture: FixturePeople) => Promise<void>) => Promise<void> {
  const runInBrowser = useBrowser(env)
  return (story) =>
    runInBrowser(async ({ page, server }) => {
      const browser = page.context().browser()
      assert.ok(browser)
      const open: { members: Member[]; complaints: string[][] } = { members: [], complaints: [] }
      try {
        const join = async (person: Person, name: string) => {
          const { member, complaints } = await enter(browser, server, { ...person, name })
          open.members.push(member)
          open.complaints.push(complaints)
          return member
        }
        const owner = await join(server.admin, 'Administrator')
        const api = await owner.session()
        // there must be no other engineer
        await api.put(`/api/v2/access_people/${server.app.admin.id}`, { access_person: { duties: ['support_operations'] } })
        const addMember = async (part: keyof typeof names) => join(await makePerson(api, names[part], part === 'engineer'), names[part])
        const requester = await addMember('requester')
        const manager = await addMember('manager')
        const provisioner = await addMember('provisioner')
        const engineer = await addMember('engineer')
        await story({ server, owner, requester, manager, provisioner, engineer, join })
        assert.deepEqual(open.complaints.flat(), [])
      } finally {
        for (const { page: own } of open.members) await own.context().close()
      }
    })
}

/** A page with a signed-in user, in its own context that records the responses of the API. */
async function enter(browser: Browser, server: TestServer, person: Person & { name: string }) {
  const { page, complaints } = await openPage(browser, server.base_url)
  const readAnswers = listenToApi(page)
  await giveSession(page, person)
  return { member: { ...person, page, heard: readAnswers, session: () => sessionOf(page, server.base_url) }, complaints }
}

/** Collects what the API answers to a page, all but the answers that break off because the page is left. */
function listenToApi(page: Page): () => Promise<string[]> {
  const bodies: Promise<string[]>[] = []
  page.on('response', (response) => {
    if (!new URL(response.url()).pathname.startsWith('/api/')) return
    bodies.push(
      response.text().then(
        (text) => [text],
        // the page was left, so none of its code has read the answer
        () => [],
      ),
    )
  })
  return async () => (await Promise.all(bodies)).flat()
}

/** A client with the session of a page. */
async function sessionOf(page: Page, base_url: string): Promise<Client> {
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const { body } = await makeClient(base_url, { cookie }).get('/api/v2/users/me')
  assert.ok(body.user.authenticity_token)
  return makeClient(base_url, { cookie, 'x-csrf-token': body.user.authenticity_token })
}

async function makePerson(api: Client, name: string, isAdmin: boolean): Promise<Person> {
  const email = `${name.toLowerCase().replace(' ', '.')}@example.com`
  const { status, body } = await api.post('/api/v2/users', {
    user: { name, email, password, role: isAdmin ? 'admin' : 'agent', verified: true },
  })
  assert.equal(status, 201, JSON.stringify(body))
  return { email, password }
}

/** The owner gives the provisioner and the engineer their duties, and the requester a manager, on the page of access duties. */
export async function giveDuties({ owner, requester, manager, provisioner, engineer }: FixturePeople): Promise<void> {
  const { page } = owner
  await page.goto('/admin/people/access_people')
  const give = async (person: Member, { duty, chief }: { duty?: string; chief?: Member }) => {
    await page.getByRole('button', { name: 'Add person' }).click()
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    const dialog = page.getByRole('dialog', { name: person.name })
    if (duty !== undefined) await dialog.getByText(duty, { exact: true }).click()
    if (chief !== undefined) await dialog.getByLabel('Manager').selectOption({ label: `${chief.name} (${chief.email})` })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await give(requester, { chief: manager })
  await give(provisioner, { duty: 'Provisioner' })
  await give(engineer, { duty: 'Engineer' })
  await rowOf(page, requester.email).getByText(manager.name).waitFor()
}

/** The requester files a request on its page; returns the path of the new request. */
export async function fileRequest({ page }: Member, title: string): Promise<string> {
  await page.goto(requestsPath)
  await page.getByRole('button', { name: 'New access request' }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Business reason').fill('Sales reads yesterday’s tickets every morning')
  await page.getByLabel('Use case').fill('A script lists the tickets of the day')
  await page.getByRole('button', { name: 'File request' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  return new URL(page.url()).pathname
}

/** Takes a step by its button on the page of a request, with a reason if it requires one. */
export async function takeStep({ page }: Member, path: string, step: string, reason?: string): Promise<void> {
  await page.goto(path)
  await page.locator('main').getByRole('button', { name: step, exact: true }).click()
  const dialog = page.getByRole('dialog')
  if (reason !== undefined) await dialog.getByRole('textbox').fill(reason)
  await dialog.getByRole('button', { name: step, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** The labels of the buttons on the page of a request, without that of comments. */
export async function listOfferedSteps({ page }: Member, path: string): Promise<string[]> {
  await page.goto(path)
  await page.getByRole('heading', { name: 'What has happened' }).waitFor()
  await page.getByRole('list', { name: 'History' }).waitFor()
  const buttons = await page.locator('main').getByRole('button').allInnerTexts()
  return buttons.map((name) => name.trim()).filter((name) => name !== 'Add comment')
}

/** Approved by the manager, reviewed and accepted by the provisioner: it waits for the engineer. */
export async function bringToAcceptance({ manager, provisioner }: FixturePeople, path: string): Promise<void> {
  await takeStep(manager, path, 'Approve')
  await takeStep(provisioner, path, 'Record review', 'Reads tickets only; the reason is sound')
  await takeStep(provisioner, path, 'Accept', 'Needed daily')
}

/** The requester opens the one-time secret; returns its value. */
export async function openSecret({ page }: Member, label: string): Promise<string> {
  await page.goto('/secrets')
  await rowOf(page, label).getByRole('link').click()
  await page.getByRole('button', { name: 'Show the secret' }).click()
  const value = await page.locator('[name="secret_value"]').inputValue()
  await page.getByRole('button', { name: 'I have it' }).click()
  await rowOf(page, label).getByText('Read', { exact: true }).waitFor()
  return value
}
