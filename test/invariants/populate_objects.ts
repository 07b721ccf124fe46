/** Custom objects of an account, for populate.ts. */
import type { Answer, Client } from '../client.ts'

/** A multipart form with one file, as browsers send it. */
export function formWithFile(name: string, text: string, type = 'text/plain'): { body: string; headers: Record<string, string> } {
  const disposition = `Content-Disposition: form-data; name="uploaded_data"; filename="${name}"`
  return {
    body: `--limit\r\n${disposition}\r\nContent-Type: ${type}\r\n\r\n${text}\r\n--limit--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=limit' },
  }
}

/** Creates an object with a field, an access rule and a policy for it, and a record with a file. */
export async function populateObjects(api: Client, made: (answer: Answer) => unknown, mark: string, tag: string): Promise<void> {
  const send = async (path: string, body: unknown): Promise<any> => made(await api.post(`/api/v2/custom_objects${path}`, body))
  // the number of objects is limited, so an account that is filled repeatedly loses its oldest ones
  const { custom_objects } = made(await api.get('/api/v2/custom_objects')) as { custom_objects: { key: string }[] }
  for (const { key } of custom_objects.slice(0, -20)) made(await api.delete(`/api/v2/custom_objects/${key}`))
  const titles = { title: `${mark} object`, title_pluralized: `${mark} objects`, description: mark }
  await send('', { custom_object: { key: tag, ...titles, allows_attachments: true } })
  const custom_object_field = { key: 'code', title: `${mark} field`, type: 'text', properties: { is_unique: true } }
  await send(`/${tag}/fields`, { custom_object_field })
  const conditions = { all: [{ field: 'custom_object_fields.code', operator: 'is', value: mark }] }
  const { access_rule } = await send(`/${tag}/access_rules`, { access_rule: { title: `${mark} rule`, description: mark, conditions } })
  const no = { allowed: false }
  const records = { read: { allowed: true, rule_id: access_rule.id }, create: no, update: no, delete: no }
  made(await api.patch(`/api/v2/custom_objects/${tag}/permission_policies/agent`, { policy: { records } }))
  const custom_object_record = { name: `${mark} record`, external_id: `${tag}-r`, custom_object_fields: { code: mark } }
  const { custom_object_record: record } = await send(`/${tag}/records`, { custom_object_record })
  const form = formWithFile(`${mark}.txt`, `${mark} file`)
  made(await api.post(`/api/v2/custom_objects/${tag}/records/${record.id}/attachments`, form.body, form.headers))
}
