/** Custom objects of an account, for populate.ts. */
import type { TestApp } from '../app.ts'
import type { Answer, Client } from '../client.ts'

/** A multipart form with one file, as browsers send it. */
export function formWithFile(name: string, text: string, type = 'text/plain'): { body: string; headers: Record<string, string> } {
  const disposition = `Content-Disposition: form-data; name="uploaded_data"; filename="${name}"`
  return {
    body: `--limit\r\n${disposition}\r\nContent-Type: ${type}\r\n\r\n${text}\r\n--limit--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=limit' },
  }
}

/** Creates an object with fields, an access rule and a policy for it, triggers of which one fires, and a record with a file. */
export async function populateObjects(api: Client, made: (answer: Answer) => unknown, mark: string, tag: string): Promise<void> {
  const send = async (path: string, body: unknown): Promise<any> => made(await api.post(`/api/v2/custom_objects${path}`, body))
  // the number of objects is limited, so an account that is filled repeatedly loses its oldest ones
  const { custom_objects } = made(await api.get('/api/v2/custom_objects')) as { custom_objects: { key: string }[] }
  for (const { key } of custom_objects.slice(0, -20)) made(await api.delete(`/api/v2/custom_objects/${key}`))
  const titles = { title: `${mark} object`, title_pluralized: `${mark} objects`, description: mark }
  await send('', { custom_object: { key: tag, ...titles, allows_attachments: true } })
  const custom_object_field = { key: 'code', title: `${mark} field`, type: 'text', properties: { is_unique: true } }
  await send(`/${tag}/fields`, { custom_object_field })
  await send(`/${tag}/fields`, { custom_object_field: { key: 'note', title: `${mark} note`, type: 'text' } })
  const conditions = { all: [{ field: 'custom_object_fields.code', operator: 'is', value: mark }] }
  const { access_rule } = await send(`/${tag}/access_rules`, { access_rule: { title: `${mark} rule`, description: mark, conditions } })
  const no = { allowed: false }
  const records = { read: { allowed: true, rule_id: access_rule.id }, create: no, update: no, delete: no }
  made(await api.patch(`/api/v2/custom_objects/${tag}/permission_policies/agent`, { policy: { records } }))
  const trigger = {
    title: `${mark} trigger`,
    description: mark,
    conditions: { all: [{ field: `custom_object.${tag}.custom_fields.code`, operator: 'is', value: `${mark} never` }] },
    actions: [{ field: 'notification_user', value: ['current_user', mark, mark] }],
  }
  await send(`/${tag}/triggers`, { trigger })
  const created = { all: [{ field: 'update_type', operator: 'is', value: 'Create' }] }
  const noting = [{ field: `custom_object.${tag}.custom_fields.note`, value: mark }]
  await send(`/${tag}/triggers`, { trigger: { title: `${mark} notes`, conditions: created, actions: noting } })
  const custom_object_record = { name: `${mark} record`, external_id: `${tag}-r`, custom_object_fields: { code: mark } }
  const { custom_object_record: record } = await send(`/${tag}/records`, { custom_object_record })
  const form = formWithFile(`${mark}.txt`, `${mark} file`)
  made(await api.post(`/api/v2/custom_objects/${tag}/records/${record.id}/attachments`, form.body, form.headers))
}

/** What an object trigger causes, as it is while its job waits: rows that are there for a moment only. */
export async function putWaitingEffects(app: TestApp, accountId: number, mark: string): Promise<void> {
  await app.database.database.driver`insert into object_trigger_effects
      (account_id, custom_object_id, custom_object_record_id, author_id, effects, created_at)
    select account_id, custom_object_id, id, created_by_user_id, jsonb_build_array(${mark}::text), created_at
    from custom_object_records where account_id = ${accountId} order by id desc limit 1`
}
