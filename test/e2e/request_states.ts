// States that tests of the five people start from, set up by API calls with their sessions, which is faster than by their pages.
// Does not belong here: acts on pages (fixture_people.ts).

import assert from 'node:assert/strict'
import type { Answer } from '../client.ts'
import type { FixturePeople, Member } from './fixture_people.ts'

/** Sends a POST as the page of a user does. */
export async function post(who: Member, path: string, body: unknown = {}): Promise<Answer> {
  return (await who.session()).post(`/api/v2/${path}`, body)
}

/** The id in the path of a page. */
export const idOf = (path: string): number => Number(path.split('/').at(-1))

/** Gives the provisioner and the engineer their duties, and the requester a manager. */
export async function setDuties({ owner, requester, manager, provisioner, engineer }: FixturePeople): Promise<void> {
  const api = await owner.session()
  const people = (await api.get('/api/v2/users?page[size]=100')).body.users as { id: number; email: string }[]
  const findId = (member: Member) => people.find(({ email }) => email === member.email)?.id
  const put = async (member: Member, access_person: object) => {
    const { status, body } = await api.put(`/api/v2/access_people/${findId(member)}`, { access_person })
    assert.equal(status, 200, JSON.stringify(body))
  }
  await put(requester, { duties: [], manager_id: findId(manager) })
  await put(provisioner, { duties: ['provisioner'] })
  await put(engineer, { duties: ['engineer'] })
}

/** Files a request of the requester; returns the path of its page. */
export async function setRequest(requester: Member, title: string): Promise<string> {
  const access_request = { kind: 'api_token', title, business_reason: 'Sales reads yesterday’s tickets', use_case: 'A script lists them' }
  const { status, body } = await post(requester, 'access_requests', { access_request })
  assert.equal(status, 201, JSON.stringify(body))
  return `/access_requests/${body.access_request.id}`
}

/** Takes a step of the request. */
export async function setStep(who: Member, path: string, step: string, reason?: string): Promise<void> {
  const { status, body } = await post(who, `access_requests/${idOf(path)}/${step}`, reason === undefined ? {} : { step: { reason } })
  assert.ok(status < 300, `${step}: ${JSON.stringify(body)}`)
}

/** Approved by the manager, reviewed and accepted by the provisioner: it waits for the engineer. */
export async function setAcceptance({ manager, provisioner }: FixturePeople, path: string): Promise<void> {
  await setStep(manager, path, 'approve')
  await setStep(provisioner, path, 'review', 'Reads tickets only; the reason is sound')
  await setStep(provisioner, path, 'accept', 'Needed daily')
}
