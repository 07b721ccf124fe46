/** Which events each act publishes: one row for each, and together all types that are published. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { authorizationOf, formOf, PIXEL, upload } from '#test/files.ts'
import { waitForJob, waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { rawRequest } from '#test/raw_http.ts'
import { MAY_CALL_RECEIVER, useReceiver } from '#test/receiver.ts'
import { EVENT_TYPES, PREFIX } from './event_types.ts'

const app = await useApp(MAY_CALL_RECEIVER)
const { api } = app
const make = makeWith(api)
const receiver = await useReceiver()
const owner = app.as({ email: app.admin.email, password: app.admin.password })

/** Types that no act causes: the submitter of a ticket stays. */
const NOT_CAUSED = ['ticket.submitter_changed']

/** Prepares an act, while nothing is published. `run` does it and returns whom it is about. */
type Act = () => Promise<{ readonly run: () => Promise<string>; readonly types: readonly string[] }>
const seen = new Set<string>()

async function sendRequest(method: 'post' | 'put' | 'delete', path: string, body?: unknown): Promise<any> {
  const answer = await api[method](`/api/v2/${path}`, body)
  assert.ok(answer.status < 300, `${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** An act about the record, which it may make itself. */
function makeAct(domain: string, types: string, run: () => Promise<unknown>, made?: { readonly id: number }) {
  const runAndName = async () => {
    const result = await run()
    return `zen:${domain}:${(made ?? (result as { id: number })).id}`
  }
  return { run: runAndName, types: types.split(' ').map((type) => `${domain}.${type}`) }
}
const aboutUser = (user: { id: number }, types: string, run: () => Promise<unknown>) => makeAct('user', types, run, user)
const aboutTicket = (ticket: { id: number }, types: string, run: () => Promise<unknown>) => makeAct('ticket', types, run, ticket)
const aboutOrganization = (one: { id: number }, types: string, run: () => Promise<unknown>) => makeAct('organization', types, run, one)

/** A ticket with a file at its first comment, and the ids of both. */
async function withFile() {
  const { token } = await upload(app, { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('a') })
  const ticket = await make.ticket({ comment: { body: 'Card 4111', uploads: [token] } })
  const [comment] = (await api.get(`/api/v2/tickets/${ticket.id}/comments`)).body.comments
  return { ticket, at: `tickets/${ticket.id}/comments/${comment.id}`, attachment: comment.attachments[0].id }
}

/** A change of every member of a ticket. */
async function everythingOfTicket() {
  const field = await sendRequest('post', 'ticket_fields', { ticket_field: { type: 'text', title: 'Serial' } })
  const { brand } = await sendRequest('post', 'brands', { brand: { name: 'Second', subdomain: 'second' } })
  const { ticket_form } = await sendRequest('post', 'ticket_forms', {
    ticket_form: { name: 'Other', ticket_field_ids: [field.ticket_field.id], end_user_visible: true },
  })
  const organization = await make.organization()
  const requester = await make.user({ organization_id: organization.id })
  const problem = await make.ticket({ type: 'problem' })
  const agent = await make.agent()
  const group = await make.group()
  await sendRequest('post', 'group_memberships', { group_membership: { user_id: agent.id, group_id: group.id } })
  return {
    brand_id: brand.id,
    ticket_form_id: ticket_form.id,
    custom_fields: [{ id: field.ticket_field.id, value: 'X1' }],
    requester_id: requester.id,
    organization_id: organization.id,
    assignee_id: agent.id,
    group_id: group.id,
    status: 'open',
    external_id: 'e-1',
    subject: 'New',
    priority: 'high',
    type: 'incident',
    problem_id: problem.id,
    tags: ['new'],
    email_ccs: [{ user_id: (await make.user()).id }],
    followers: [{ user_id: agent.id }],
    comment: { body: 'All of it' },
  }
}

const ACTS: Readonly<Record<string, Act>> = {
  'a user is changed in every member': async () => {
    await sendRequest('post', 'user_fields', { user_field: { type: 'text', key: 'desk', title: 'Desk' } })
    const user = await make.agent({ role: 'agent' })
    const group = await make.group()
    const { custom_role } = await sendRequest('post', 'custom_roles', { custom_role: { name: 'Reader', configuration: {} } })
    const change = {
      name: 'New',
      alias: 'N',
      details: 'D',
      notes: 'N',
      external_id: 'x-1',
      time_zone: 'Berlin',
      tags: ['vip'],
      user_fields: { desk: '7' },
      suspended: true,
      custom_role_id: custom_role.id,
      default_group_id: group.id,
    }
    const types =
      'alias_changed custom_field_changed custom_role_changed default_group_changed details_changed external_id_changed group_membership_created'
    return aboutUser(user, `${types} name_changed notes_changed suspended_changed tags_changed time_zone_changed`, () =>
      sendRequest('put', `users/${user.id}`, { user: change }),
    )
  },
  'a user is made an agent, with a membership of the default group': async () => {
    const user = await make.user()
    return aboutUser(user, 'default_group_changed group_membership_created role_changed', () =>
      sendRequest('put', `users/${user.id}`, { user: { role: 'agent' } }),
    )
  },
  'an agent may write private comments only': async () => {
    const user = await make.agent()
    return aboutUser(user, 'only_private_comments_changed', () =>
      sendRequest('put', `users/${user.id}`, { user: { only_private_comments: true } }),
    )
  },
  'a user is created': async () => makeAct('user', 'created', () => make.user()),
  'a user gets an address': async () => {
    const user = await make.user()
    return aboutUser(user, 'identity_created', () =>
      sendRequest('post', `users/${user.id}/identities`, { identity: { type: 'email', value: 'new@example.org', verified: true } }),
    )
  },
  'the second address of a user is made the primary one, and the first one removed': async () => {
    const user = await make.user()
    const second = { identity: { type: 'email', value: 'second@example.org', verified: true } }
    const { identity } = await sendRequest('post', `users/${user.id}/identities`, second)
    const [first] = (await api.get(`/api/v2/users/${user.id}/identities`)).body.identities
    return aboutUser(user, 'identity_changed identity_changed identity_deleted', async () => {
      await sendRequest('put', `users/${user.id}/identities/${identity.id}/make_primary`)
      await sendRequest('delete', `users/${user.id}/identities/${first.id}`)
    })
  },
  'a user joins and leaves an organization': async () => {
    const user = await make.user()
    const organization = await make.organization()
    return aboutUser(user, 'organization_membership_created organization_membership_deleted', async () => {
      const given = { user_id: user.id, organization_id: organization.id }
      const { organization_membership } = await sendRequest('post', 'organization_memberships', { organization_membership: given })
      await sendRequest('delete', `organization_memberships/${organization_membership.id}`)
    })
  },
  'an agent joins and leaves a group': async () => {
    const user = await make.agent()
    const group = await make.group()
    return aboutUser(user, 'group_membership_created group_membership_deleted', async () => {
      const given = { user_id: user.id, group_id: group.id }
      const { group_membership } = await sendRequest('post', 'group_memberships', { group_membership: given })
      await sendRequest('delete', `group_memberships/${group_membership.id}`)
    })
  },
  'a user gets a password and signs in': async () => {
    const agent = await make.agent()
    return aboutUser(agent, 'last_login_changed password_changed', async () => {
      await owner.post(`/api/v2/users/${agent.id}/password`, { password: 'first password' })
      await app.as({}).post('/access/sign_in', { email: agent.email, password: 'first password' })
    })
  },
  'a user gets a photo': async () => {
    const user = await make.user()
    return aboutUser(user, 'photo_changed', () => {
      const { body, headers } = formOf([
        { name: 'user[notes]', value: '' },
        { name: 'user[photo][uploaded_data]', value: PIXEL, file_name: 'me.png', type: 'image/png' },
      ])
      return rawRequest(app.base_url, {
        method: 'PUT',
        path: `/api/v2/users/${user.id}`,
        body,
        headers: { ...headers, ...authorizationOf(app) },
      })
    })
  },
  'a user is merged into another': async () => {
    const loser = await make.user()
    const winner = await make.user()
    return aboutUser(loser, 'active_changed identity_deleted merged', () =>
      sendRequest('put', `users/${loser.id}/merge`, { user: { id: winner.id } }),
    )
  },
  'a user is deleted': async () => {
    const user = await make.user()
    return aboutUser(user, 'active_changed deleted identity_deleted', () => sendRequest('delete', `users/${user.id}`))
  },
  'an organization is created': async () => makeAct('organization', 'created', () => make.organization()),
  'an organization is changed in every member': async () => {
    await sendRequest('post', 'organization_fields', { organization_field: { type: 'text', key: 'tier', title: 'Tier' } })
    const organization = await make.organization()
    const change = { name: 'Other', external_id: 'o-1', tags: ['big'], organization_fields: { tier: '1' } }
    return aboutOrganization(organization, 'custom_field_changed external_id_changed name_changed tags_changed', () =>
      sendRequest('put', `organizations/${organization.id}`, { organization: change }),
    )
  },
  'an organization is deleted': async () => {
    const organization = await make.organization()
    return aboutOrganization(organization, 'deleted', () => sendRequest('delete', `organizations/${organization.id}`))
  },
  'a ticket is created with a file': async () =>
    makeAct('ticket', 'attachment_linked_to_comment comment_added created', async () => (await withFile()).ticket),
  'a ticket is changed in every member': async () => {
    const ticket = await make.ticket()
    const change = await everythingOfTicket()
    const people =
      'agent_assignment_changed group_assignment_changed organization_changed requester_changed email_ccs_changed followers_changed'
    const words = 'custom_field_changed external_id_changed priority_changed subject_changed tags_changed ticket_type_changed'
    const types = `${people} ${words} brand_changed comment_added custom_status_changed form_changed problem_link_changed status_changed`
    return aboutTicket(ticket, types, () => sendRequest('put', `tickets/${ticket.id}`, { ticket: change }))
  },
  'a task gets a due date': async () => {
    const ticket = await make.ticket({ type: 'task' })
    return aboutTicket(ticket, 'task_due_at_changed', () =>
      sendRequest('put', `tickets/${ticket.id}`, { ticket: { due_at: '2030-01-01T00:00:00Z' } }),
    )
  },
  'text and a file of a comment are redacted, and it is made private': async () => {
    const { ticket, at, attachment } = await withFile()
    const types = 'attachment_redacted_from_comment comment_made_private comment_redacted description_changed'
    return aboutTicket(ticket, types, async () => {
      await sendRequest('put', `${at}/redact`, { text: '4111' })
      await sendRequest('put', `${at}/attachments/${attachment}/redact`)
      await sendRequest('put', `${at}/make_private`)
    })
  },
  'a trigger gives a ticket a schedule': async () => {
    const ticket = await make.ticket()
    const { schedule } = await sendRequest('post', 'business_hours/schedules', { schedule: { name: 'Night', time_zone: 'Berlin' } })
    const conditions = { all: [{ field: 'current_tags', operator: 'includes', value: 'by_night' }], any: [] }
    const actions = [{ field: 'set_schedule', value: String(schedule.id) }]
    await sendRequest('post', 'triggers', { trigger: { title: 'By night', conditions, actions } })
    return aboutTicket(ticket, 'schedule_changed tags_changed', () =>
      sendRequest('put', `tickets/${ticket.id}`, { ticket: { tags: ['by_night'] } }),
    )
  },
  'a ticket is marked as spam': async () => {
    const ticket = await make.ticket({ requester_id: (await make.user()).id })
    return aboutTicket(ticket, 'marked_as_spam soft_deleted', () => sendRequest('put', `tickets/${ticket.id}/mark_as_spam`))
  },
  'a ticket is deleted, restored, and deleted for good': async () => {
    const ticket = await make.ticket()
    return aboutTicket(ticket, 'permanently_deleted soft_deleted soft_deleted undeleted', async () => {
      await sendRequest('delete', `tickets/${ticket.id}`)
      await sendRequest('put', `deleted_tickets/${ticket.id}/restore`)
      await sendRequest('delete', `tickets/${ticket.id}`)
      await waitForJob(app, await api.delete(`/api/v2/deleted_tickets/${ticket.id}`))
    })
  },
  'a ticket is merged into another': async () => {
    const source = await make.ticket({ tags: ['closed_by_merge'] })
    const target = await make.ticket()
    return aboutTicket(source, 'custom_status_changed merged status_changed', async () =>
      waitForJob(app, await api.post(`/api/v2/tickets/${target.id}/merge`, { ids: [source.id] })),
    )
  },
}

test('each act publishes its events, and together they are all types that there are', async (t) => {
  const webhook = {
    name: 'Told',
    status: 'active',
    endpoint: receiver.url,
    http_method: 'POST',
    request_format: 'json',
    subscriptions: [...EVENT_TYPES],
  }
  const { id } = (await sendRequest('post', 'webhooks', { webhook })).webhook
  const turn = async (status: string) => assert.equal((await api.patch(`/api/v2/webhooks/${id}`, { webhook: { status } })).status, 204)
  for (const [name, act] of Object.entries(ACTS))
    await t.test(name, async () => {
      await turn('inactive')
      const { run, types } = await act()
      await turn('active')
      const subject = await run()
      const listArrivedTypes = () =>
        receiver.calls
          .map(({ body }) => JSON.parse(body))
          .filter((event) => event.subject === subject)
          .map((event): string => event.type.slice(PREFIX.length))
      await waitFor(async () => listArrivedTypes().length >= types.length, true).catch(() => {}) // what is missing is said below
      assert.deepEqual(listArrivedTypes().toSorted(), types.toSorted())
      for (const type of types) seen.add(type)
    })
  const missing = [...EVENT_TYPES].map((type) => type.slice(PREFIX.length)).filter((type) => !seen.has(type))
  assert.deepEqual(missing.toSorted(), NOT_CAUSED)
})
