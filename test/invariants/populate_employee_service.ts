/** Records of employee service, for populate.ts. */
import assert from 'node:assert/strict'
import type { Client } from '../client.ts'

interface Owner {
  readonly tag: string
  readonly user_id: number
  readonly organization_id: number
}

/** Creates an asset with a location and a type of its own with a field, and what tickets have here. */
export async function populateEmployeeService(api: Client, mark: string, { tag, ...owner }: Owner): Promise<void> {
  const send = async (path: string, body: unknown): Promise<any> => {
    const answer = await api.post(`/api/v2/it_asset_management/${path}`, body)
    assert.ok(answer.status < 300, `${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const [hardware] = (await api.get('/api/v2/it_asset_management/asset_types')).body.asset_types
  const [status] = (await api.get('/api/v2/it_asset_management/statuses')).body.statuses
  // types and their fields are limited in number, and an account is filled repeatedly
  const { asset_types } = (await api.get('/api/v2/it_asset_management/asset_types')).body
  const known = asset_types.find((type: { name: string }) => type.name.startsWith(`${mark} type`))
  const asset_type =
    known ??
    (await send('asset_types', { asset_type: { name: `${mark} type ${tag}`, description: mark, parent_id: hardware.id } })).asset_type
  const fieldsOfType = `asset_types/${asset_type.id}/fields`
  const { fields } = (await api.get(`/api/v2/it_asset_management/${fieldsOfType}`)).body
  for (const { id } of known === undefined ? [] : fields) await api.delete(`/api/v2/it_asset_management/${fieldsOfType}/${id}`)
  await send(fieldsOfType, { field: { key: `${tag}_field`, title: `${mark} field`, type: 'text' } })
  const { location } = await send('locations', { location: { name: `${mark} location ${tag}`, external_id: `${tag}-l` } })
  const asset = { name: `${mark} asset`, asset_type_id: asset_type.id, status_id: status.id, location_id: location.id, ...owner }
  const rest = { external_id: `${tag}-asset`, notes: mark, custom_field_values: { [`${tag}_field`]: mark } }
  await send('assets', { asset: { ...asset, ...rest } })
  await populateTickets(api, mark, { tag, user_id: owner.user_id })
}

/** What tickets have here: a task list, a request for approval. */
async function populateTickets(api: Client, mark: string, { tag, user_id }: Omit<Owner, 'organization_id'>): Promise<void> {
  const send = async (path: string, body: unknown): Promise<any> => {
    const answer = await api.post(`/api/v2/${path}`, body)
    assert.ok(answer.status < 300, `${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const tasks = [{ name: `${mark} task`, description: mark }]
  const { task_list_template } = await send('task_list_templates', {
    task_list_template: { name: `${mark} template ${tag}`, description: mark, tasks },
  })
  const { ticket } = await send('tickets', { ticket: { subject: `${mark} listed`, comment: { body: mark } } })
  await send(`tickets/${ticket.id}/task_lists`, { task_list: { task_list_template_id: task_list_template.id } })
  const asked = { subject: `${mark} approval`, message: mark, assignee_user_id: user_id }
  await send('approval_requests', { ticket_id: ticket.id, ...asked })
}
