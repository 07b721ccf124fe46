/** Records of the resources beside tickets, users and rules. */
import assert from 'node:assert/strict'
import type { Client } from '../client.ts'

/** Creates one of each in an account; each text contains `mark`. */
export async function populateFamilies(api: Client, mark: string, tag: string): Promise<void> {
  const send = async (path: string, body: unknown): Promise<any> => {
    const answer = await api.post(`/api/v2/${path}`, body)
    assert.ok(answer.status < 300, `${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const variants = [{ locale_id: 1, default: true, content: `${mark} text` }]
  await send('dynamic_content/items', { item: { name: `${mark} item ${tag}`, default_locale_id: 1, variants } })
  await send('recipient_addresses', { recipient_address: { name: mark, email: `support.${tag}@example.org` } })
  const target = { title: `${mark} target`, type: 'email_target', email: `target.${tag}@example.org`, subject: mark }
  await send('targets', { target })
  const hook = {
    name: `${mark} webhook ${tag}`,
    status: 'active',
    endpoint: 'noop://noop',
    http_method: 'POST',
    request_format: 'json',
  }
  await send('webhooks', { webhook: { ...hook, description: mark } })
  await send('sharing_agreements', { sharing_agreement: { name: `${mark} agreement`, remote_subdomain: 'partner' } })
  const { schedule } = await send('business_hours/schedules', { schedule: { name: `${mark} schedule`, time_zone: 'Berlin' } })
  const start_date = schedule.created_at.slice(0, 10)
  await send(`business_hours/schedules/${schedule.id}/holidays`, { holiday: { name: `${mark} holiday`, start_date } })
  const conditions = { all: [{ field: 'status', operator: 'is', value: 'closed' }] }
  const actions = [{ field: 'priority', value: 'low' }]
  await send('triggers', {
    trigger: { title: `${mark} trigger ${tag}`, category: { name: `${mark} category ${tag}` }, conditions, actions },
  })
  await send('workspaces', { workspace: { title: `${mark} workspace ${tag}`, description: mark, conditions } })
  const tagged = { field: 'current_tags', operator: 'includes', value: mark }
  await send('slas/policies', { sla_policy: { title: `${mark} policy`, description: mark, filter: { all: [tagged] } } })
  const { group } = await send('groups', { group: { name: `${mark} group with a policy ${tag}` } })
  const owned = { all: [{ field: 'group_id', operator: 'includes', value: [group.id] }] }
  await send('group_slas/policies', { group_sla_policy: { title: `${mark} group policy`, description: mark, filter: owned } })
  await send('deletion_schedules', { deletion_schedule: { title: `${mark} deletion`, object: 'zen:ticket', conditions } })
  await send('saved_searches', { name: `${mark} search ${tag}`, type: 'ticket', query: mark })
  await send('resource_collections', { payload: { targets: { [`${mark}_${tag}`]: { ...target, title: `${mark} collected` } } } })
  await send('queues', { queue: { name: `${mark} queue ${tag}`, description: mark, definition: conditions } })
  await populateSkills(api, send, mark, tag)
  const { user } = (await api.get('/api/v2/users/me')).body
  await send(`channels/voice/agents/${user.id}/users/${user.id}/display`, undefined)
  const { ticket } = await send('tickets', { ticket: { subject: `${mark} bookmarked`, comment: { body: mark } } })
  await send('bookmarks', { bookmark: { ticket_id: ticket.id } })
}

/** A type of skills with one skill, which the caller has and a ticket requires. */
async function populateSkills(api: Client, send: (path: string, body: unknown) => Promise<any>, mark: string, tag: string): Promise<void> {
  const { attribute } = await send('routing/attributes', { attribute: { name: `${mark} attribute ${tag}` } })
  const { attribute_value } = await send(`routing/attributes/${attribute.id}/values`, { attribute_value: { name: `${mark} value ${tag}` } })
  const { user } = (await api.get('/api/v2/users/me')).body
  await send(`routing/agents/${user.id}/instance_values`, { attribute_value_ids: [attribute_value.id] })
  const status = { agent_availability: { status: 'online' } }
  assert.equal((await api.put('/api/v2/deskhand/agent_availabilities/me', status)).status, 200)
  const { ticket } = await send('tickets', { ticket: { subject: `${mark} skilled`, comment: { body: mark } } })
  await send(`routing/tickets/${ticket.id}/instance_values`, { attribute_value_ids: [attribute_value.id] })
}
