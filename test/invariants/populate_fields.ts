/** Fields and forms of an account, for populate.ts. */

/** Creates a field of every holder and a form that offers a status. */
export async function populateFields(send: (path: string, body: unknown) => Promise<any>, mark: string, tag: string): Promise<void> {
  const custom_field_options = [{ name: `${mark} option`, value: `${tag}_option` }]
  const choosing = { title: `${mark} field`, description: mark, custom_field_options }
  for (const [path, key, type] of [
    ['ticket_fields', 'ticket_field', 'tagger'],
    ['user_fields', 'user_field', 'dropdown'],
    ['organization_fields', 'organization_field', 'dropdown'],
  ] as const)
    await send(path, { [key]: { ...choosing, type, key: `${tag}_field` } })
  const { ticket_form } = await send('ticket_forms', { ticket_form: { name: `${mark} form ${tag}` } })
  const { custom_status } = await send('custom_statuses', {
    custom_status: { status_category: 'open', agent_label: `${mark} offered ${tag}`.slice(0, 48) },
  })
  await send(`ticket_forms/${ticket_form.id}/ticket_form_statuses`, { ticket_form_status: [{ custom_status_id: custom_status.id }] })
}
