/** People with duties, and access requests in given states. All created through the API. */
import assert from 'node:assert/strict'
import { inPerson } from './access.ts'
import type { TestApp } from './app.ts'
import type { Client } from './client.ts'
import { putPerson } from './records.ts'

/** A user of the tests, and a client with their credentials. */
export interface GovernedPerson {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly api: Client
}

/** The people an access request needs, all different. All are ordinary agents. */
export interface GovernedPeople {
  readonly requester: GovernedPerson
  readonly manager: GovernedPerson
  readonly provisioner: GovernedPerson
  readonly engineer: GovernedPerson
}

type Duty = 'requester' | 'provisioner' | 'engineer' | 'support_operations'

/** Gives a person duties, and a manager if one is given. */
export async function putDuties(app: TestApp, userId: number, duties: readonly Duty[], managerId?: number): Promise<void> {
  const access_person = { duties, ...(managerId === undefined ? {} : { manager_id: managerId }) }
  const { status, body } = await app.inPerson.put(`/api/v2/access_people/${userId}`, { access_person })
  assert.equal(status, 200, JSON.stringify(body))
}

const known = new WeakMap<TestApp, Promise<GovernedPeople>>()

/** The people of this application, created once. */
export function getGovernedPeople(app: TestApp): Promise<GovernedPeople> {
  const people = known.get(app) ?? makePeople(app)
  known.set(app, people)
  return people
}

/** Creates a user with a client that calls in person. */
export async function putPersonInPerson(app: TestApp, given: Parameters<typeof putPerson>[1]): Promise<GovernedPerson> {
  const person = await putPerson(app, given)
  return { ...person, api: await inPerson(app, person.id) }
}

async function makePeople(app: TestApp): Promise<GovernedPeople> {
  const requester = await putPersonInPerson(app, { role: 'agent', name: 'Rita Requester' })
  const manager = await putPersonInPerson(app, { role: 'agent', name: 'Max Manager' })
  const provisioner = await putPersonInPerson(app, { role: 'agent', name: 'Paula Provisioner' })
  const engineer = await putPersonInPerson(app, { role: 'agent', name: 'Emil Engineer' })
  await putDuties(app, requester.id, [], manager.id)
  await putDuties(app, provisioner.id, ['provisioner'])
  await putDuties(app, engineer.id, ['engineer'])
  return { requester, manager, provisioner, engineer }
}

let filed = 0

/** A newly filed access request, for an API token by default, with its people. */
export async function createFiledRequest(
  app: TestApp,
  overrides: Record<string, unknown> = {},
): Promise<{ request: any } & GovernedPeople> {
  const people = await getGovernedPeople(app)
  const access_request = {
    kind: 'api_token',
    title: `Nightly export ${++filed}`,
    business_reason: 'The sales team reads yesterday’s tickets every morning',
    use_case: 'A script lists the tickets of the day and writes a file',
    ...overrides,
  }
  const { status, body } = await people.requester.api.post('/api/v2/access_requests', { access_request })
  assert.equal(status, 201, JSON.stringify(body))
  return { request: body.access_request, ...people }
}

/** Takes a step as a person; returns the updated request. */
export async function stepAs(person: { readonly api: Client }, id: number, step: string, reason?: string): Promise<any> {
  const sent = reason === undefined ? {} : { step: { reason } }
  const { status, body } = await person.api.post(`/api/v2/access_requests/${id}/${step}`, sent)
  assert.equal(status, 200, `${step}: ${JSON.stringify(body)}`)
  return body.access_request
}

/** An access request that was approved, reviewed and accepted, and so waits to be issued, with its people. */
export async function createAcceptedRequest(
  app: TestApp,
  overrides: Record<string, unknown> = {},
): Promise<{ request: any } & GovernedPeople> {
  const { request, ...people } = await createFiledRequest(app, overrides)
  await stepAs(people.manager, request.id, 'approve')
  await stepAs(people.provisioner, request.id, 'review', 'Reads tickets only; the reason is sound')
  return { request: await stepAs(people.provisioner, request.id, 'accept', 'Needed daily'), ...people }
}
