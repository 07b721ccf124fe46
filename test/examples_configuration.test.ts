/** Examples of the configuration of an account; see example_calls.ts. */
import { test } from 'node:test'
import { useApp } from './app.ts'
import { callsOf } from './example_calls.ts'

const app = await useApp()
const call = callsOf(app)

test('fields and forms of tickets', async () => {
  const options = ['Printer', 'Scanner'].map((name) => ({ name, value: `product_${name.toLowerCase()}` }))
  const product = { type: 'tagger', title: 'Product', description: 'What it is about', custom_field_options: options }
  const { ticket_field } = await call('post', 'ticket_fields', { ticket_field: product })
  const at = `ticket_fields/${ticket_field.id}`
  await call('get', `ticket_fields?page[size]=1&sort=-id`)
  await call('get', at)
  await call('put', at, { ticket_field: { required: true, visible_in_portal: true, editable_in_portal: true } })
  const plotter = { name: 'Plotter', value: 'product_plotter' }
  const { custom_field_option } = await call('post', `${at}/options`, { custom_field_option: plotter })
  await call('get', `${at}/options`)
  await call('get', `${at}/options/${custom_field_option.id}`)
  const serial = (await call('post', 'ticket_fields', { ticket_field: { type: 'text', title: 'Serial number' } })).ticket_field
  const { ticket_fields } = await call('get', 'ticket_fields')
  const system = ticket_fields.filter((field: any) => !field.removable).map((field: any) => field.id)
  const condition = { parent_field_id: ticket_field.id, value: 'product_printer', child_fields: [{ id: serial.id, is_required: true }] }
  const repair = { name: 'Repair', end_user_visible: true, ticket_field_ids: [...system, ticket_field.id, serial.id] }
  const { ticket_form } = await call('post', 'ticket_forms', { ticket_form: { ...repair, agent_conditions: [condition] } })
  await call('get', `ticket_forms/${ticket_form.id}`)
  await call('put', `ticket_forms/${ticket_form.id}`, { ticket_form: { display_name: 'Something is broken' } })
  await call('get', `ticket_forms/show_many?ids=${ticket_form.id}`)
  await call('post', `ticket_forms/${ticket_form.id}/clone`, { prepend_clone_title: true })
  const waiting = { status_category: 'hold', agent_label: 'Waiting for parts', end_user_label: 'We wait for a part' }
  const { custom_status } = await call('post', 'custom_statuses', { custom_status: waiting })
  await call('get', `custom_statuses/${custom_status.id}`)
  await call('put', `custom_statuses/${custom_status.id}`, { custom_status: { description: 'A part is ordered' } })
})

test('brands, addresses, texts and hours', async () => {
  const { brand } = await call('post', 'brands', { brand: { name: 'Harbour Lane', subdomain: 'harbourlane' } })
  await call('get', `brands/${brand.id}`)
  await call('put', `brands/${brand.id}`, { brand: { signature_template: '{{agent.signature}}' } })
  const sales = { name: 'Sales', email: 'sales@example.org', brand_id: brand.id }
  const { recipient_address } = await call('post', 'recipient_addresses', { recipient_address: sales })
  await call('get', `recipient_addresses/${recipient_address.id}`)
  await call('put', `recipient_addresses/${recipient_address.id}`, { recipient_address: { name: 'Sales and offers' } })
  const greeting = { name: 'Greeting', default_locale_id: 1, variants: [{ locale_id: 1, default: true, content: 'Good day' }] }
  const { item } = await call('post', 'dynamic_content/items', { item: greeting })
  const at = `dynamic_content/items/${item.id}`
  await call('get', 'dynamic_content/items')
  await call('get', at)
  await call('put', at, { item: { name: 'Greeting of the desk' } })
  await call('get', 'dynamic_content/items/show_many?identifiers=greeting')
  const { variant } = await call('post', `${at}/variants`, { variant: { locale_id: 16, content: 'Bonjour' } })
  await call('get', `${at}/variants`)
  await call('get', `${at}/variants/${variant.id}`)
  await call('put', `${at}/variants/${variant.id}`, { variant: { content: 'Bonjour et bienvenue' } })
  const { schedule } = await call('post', 'business_hours/schedules', { schedule: { name: 'Shop', time_zone: 'Berlin' } })
  const hours = `business_hours/schedules/${schedule.id}`
  await call('put', hours, { schedule: { name: 'Shop and workshop' } })
  await call('put', `${hours}/workweek`, { workweek: { intervals: [{ start_time: 1980, end_time: 2460 }] } })
  await call('get', hours)
  const { holiday } = await call('post', `${hours}/holidays`, {
    holiday: { name: 'Winter break', start_date: '2026-12-24', end_date: '2026-12-31' },
  })
  await call('get', `${hours}/holidays`)
  await call('get', `${hours}/holidays/${holiday.id}`)
  await call('put', `${hours}/holidays/${holiday.id}`, { holiday: { start_date: '2026-12-23' } })
  await call('put', 'locales/detect_best_locale', { available_locales: ['de', 'en-US'] })
})

test('webhooks', async () => {
  const pager = {
    name: 'Pager',
    status: 'active',
    endpoint: 'https://example.org/pager',
    http_method: 'POST',
    request_format: 'json',
    subscriptions: ['conditional_ticket_events'],
    authentication: { type: 'basic_auth', data: { username: 'desk', password: 'for the pager' }, add_position: 'header' },
  }
  const { webhook } = await call('post', 'webhooks', { webhook: pager })
  await call('get', 'webhooks?filter[status]=active')
  const at = `webhooks/${webhook.id}`
  await call('get', at)
  await call('put', at, { webhook: { ...pager, name: 'Pager of the night' } })
  await call('patch', at, { webhook: { status: 'inactive' } })
  await call('get', `${at}/signing_secret`)
  await call('post', `${at}/signing_secret`)
})

test('rules, targets, workspaces, schedules of deletion, agreements', async () => {
  const closed = { field: 'status', operator: 'is', value: 'closed' }
  const solved = { field: 'status', operator: 'is', value: 'solved' }
  const long = { field: 'SOLVED', operator: 'greater_than', value: '120' }
  const rule = { title: 'Close what is solved', conditions: { all: [solved, long] }, actions: [{ field: 'status', value: 'closed' }] }
  const { automation } = await call('post', 'automations', { automation: rule })
  await call('get', `automations/${automation.id}`)
  await call('put', `automations/${automation.id}`, { automation: { title: 'Close what was solved five days ago' } })
  const urgent = { field: 'priority', operator: 'is', value: 'urgent' }
  const first = { title: 'Mark urgent tickets', conditions: { all: [urgent] }, actions: [{ field: 'current_tags', value: 'urgent' }] }
  const { trigger } = await call('post', 'triggers', { trigger: first })
  await call('get', 'triggers')
  await call('get', `triggers/${trigger.id}`)
  await call('put', `triggers/${trigger.id}`, { trigger: { description: 'So that the night shift finds them' } })
  const { trigger_revisions } = await call('get', `triggers/${trigger.id}/revisions`)
  await call('get', `triggers/${trigger.id}/revisions/${trigger_revisions[0].id}`)
  await call('get', 'triggers/definitions')
  await call('get', 'automations/definitions')
  await call('put', 'triggers/reorder', { trigger_ids: [trigger.id] })
  const { trigger_category } = await call('post', 'trigger_categories', { trigger_category: { name: 'Night shift' } })
  await call('get', 'trigger_categories')
  await call('get', `trigger_categories/${trigger_category.id}`)
  await call('patch', `trigger_categories/${trigger_category.id}`, { trigger_category: { name: 'Nights and weekends' } })
  const items = { triggers: [{ id: trigger.id, category_id: trigger_category.id }] }
  await call('post', 'trigger_categories/jobs', { job: { action: 'patch', items } })
  const wave = [
    { field: 'status', value: 'pending' },
    { field: 'comment_value', value: 'Hello {{ticket.requester.first_name}}, which printer is it?' },
  ]
  const { macro } = await call('post', 'macros', {
    macro: { title: 'Printers::Ask which', description: 'For new requests', actions: wave },
  })
  await call('get', `macros/${macro.id}`)
  await call('put', `macros/${macro.id}`, { macro: { title: 'Printers::Ask which one' } })
  await call('get', `macros/${macro.id}/apply`)
  await call('get', 'macros/search?query=printers&include=usage_7d')
  const warehouse = { title: 'Warehouse', type: 'email_target', email: 'warehouse@example.org', subject: 'Parts for {{ticket.id}}' }
  const { target } = await call('post', 'targets', { target: warehouse })
  await call('get', 'targets')
  await call('get', `targets/${target.id}`)
  await call('put', `targets/${target.id}`, { target: { title: 'Warehouse and shipping' } })
  const printer = { field: 'current_tags', operator: 'includes', value: 'printer' }
  const repairs = { title: 'Repairs', description: 'For tickets about printers', conditions: { all: [printer] } }
  const { workspace } = await call('post', 'workspaces', { workspace: repairs })
  await call('get', 'workspaces')
  await call('get', `workspaces/${workspace.id}`)
  await call('put', `workspaces/${workspace.id}`, { workspace: { title: 'Repairs and returns' } })
  const incident = { field: 'ticket_type_id', operator: 'is', value: 2 }
  const soon = { priority: 'urgent', metric: 'first_reply_time', target: 30, business_hours: false }
  const promise = { title: 'Incidents', description: 'Answered soon', filter: { all: [incident], any: [] }, policy_metrics: [soon] }
  const { sla_policy } = await call('post', 'slas/policies', { sla_policy: promise })
  await call('get', 'slas/policies')
  await call('get', `slas/policies/${sla_policy.id}`)
  await call('put', `slas/policies/${sla_policy.id}`, { sla_policy: { title: 'Incidents of all customers' } })
  await call('get', 'slas/policies/definitions')
  await call('put', 'slas/policies/reorder', { sla_policy_ids: [sla_policy.id] })
  await call('delete', `slas/policies/${sla_policy.id}`)
  const { group } = await call('post', 'groups', { group: { name: 'Second level' } })
  const owned = { field: 'group_id', operator: 'includes', value: [group.id] }
  const kept = { priority: 'high', metric: 'group_ownership_time', target: 14400, business_hours: true }
  const owner = { title: 'Second level', filter: { all: [owned] }, policy_metrics: [kept] }
  const { group_sla_policy } = await call('post', 'group_slas/policies', { group_sla_policy: owner })
  await call('get', 'group_slas/policies')
  await call('get', `group_slas/policies/${group_sla_policy.id}`)
  await call('put', `group_slas/policies/${group_sla_policy.id}`, { group_sla_policy: { title: 'Second level: four hours' } })
  await call('get', 'group_slas/policies/definitions')
  await call('put', 'group_slas/policies/reorder', { group_sla_policy_ids: [group_sla_policy.id] })
  await call('delete', `group_slas/policies/${group_sla_policy.id}`)
  const years = { field: 'CLOSED', operator: 'greater_than', value: '26280' }
  const old = { title: 'Tickets of three years ago', object: 'zen:ticket', active: false, conditions: { all: [closed, years] } }
  const { deletion_schedule } = await call('post', 'deletion_schedules', { deletion_schedule: old })
  await call('get', 'deletion_schedules')
  await call('get', `deletion_schedules/${deletion_schedule.id}`)
  await call('put', `deletion_schedules/${deletion_schedule.id}`, { deletion_schedule: { title: 'Tickets closed three years ago' } })
  const partner = { name: 'Repair partner', type: 'outbound', remote_subdomain: 'repairs' }
  const { sharing_agreement } = await call('post', 'sharing_agreements', { sharing_agreement: partner })
  await call('get', 'sharing_agreements')
  await call('get', `sharing_agreements/${sharing_agreement.id}`)
  await call('put', `sharing_agreements/${sharing_agreement.id}`, { sharing_agreement: { name: 'Repairs in the north' } })
  const search = { name: 'Urgent printers', type: 'ticket', query: 'priority:urgent tags:printer' }
  const { saved_search } = await call('post', 'saved_searches', { saved_search: search })
  await call('get', 'saved_searches')
  await call('put', `saved_searches/${saved_search.id}`, { saved_search: { query: 'priority>normal tags:printer' } })
  const roles = { name: 'Workshop', description: 'Repairs what is assigned to them', configuration: { ticket_access: 'assigned-only' } }
  const { custom_role } = await call('post', 'custom_roles', { custom_role: roles })
  await call('get', `custom_roles/${custom_role.id}`)
  await call('put', `custom_roles/${custom_role.id}`, { custom_role: { configuration: { ticket_merge: true } } })
})

test('custom objects and their records', async () => {
  const vehicle = { key: 'vehicle', title: 'Vehicle', title_pluralized: 'Vehicles', description: 'What the company drives' }
  await call('post', 'custom_objects', { custom_object: { ...vehicle, include_in_list_view: true, allows_attachments: true } })
  await call('get', 'custom_objects')
  await call('get', 'custom_objects/vehicle')
  await call('patch', 'custom_objects/vehicle', { custom_object: { description: 'Cars and vans of the company' } })
  const at = 'custom_objects/vehicle'
  const doors = { key: 'doors', title: 'Doors', type: 'integer' }
  const { custom_object_field } = await call('post', `${at}/fields`, { custom_object_field: doors })
  await call('get', `${at}/fields`)
  await call('get', `${at}/fields/doors`)
  await call('patch', `${at}/fields/${custom_object_field.id}`, { custom_object_field: { description: 'Without the boot' } })
  const van = { name: 'White van', external_id: 'fleet-17', custom_object_fields: { doors: 4 } }
  const { custom_object_record } = await call('post', `${at}/records`, { custom_object_record: van })
  await call('get', `${at}/records`)
  await call('get', `${at}/records/${custom_object_record.id}`)
  await call('patch', `${at}/records/${custom_object_record.id}`, { custom_object_record: { custom_object_fields: { doors: 5 } } })
  await call('patch', `${at}/records?external_id=fleet-17`, { custom_object_record: { name: 'White van, long' } })
  await call('get', `${at}/records/autocomplete?name=white`)
  await call('get', `${at}/records/search?query=van`)
  await call('post', `${at}/records/search`, { filter: { $and: [{ 'custom_object_fields.doors': { $gt: 3 } }] } })
  await call('post', `${at}/jobs`, { job: { action: 'create', items: [{ name: 'Small car', custom_object_fields: { doors: 3 } }] } })
  const roomy = { field: 'custom_object.vehicle.custom_fields.doors', operator: 'greater_than', value: '4' }
  const tell = { field: 'notification_user', value: ['all_agents', '{{custom_object.vehicle.name}}', 'It has more than four doors.'] }
  const watch = { title: 'Tell of large cars', conditions: { all: [roomy], any: [] }, actions: [tell] }
  const { trigger } = await call('post', `${at}/triggers`, { trigger: watch })
  await call('get', `${at}/triggers`)
  await call('get', `${at}/triggers/${trigger.id}`)
  await call('get', `${at}/triggers/active`)
  await call('get', `${at}/triggers/definitions`)
  await call('get', `${at}/triggers/search?query=large`)
  await call('put', `${at}/triggers/${trigger.id}`, { trigger: { description: 'So that somebody finds a place for them' } })
  await call('put', `${at}/triggers/update_many`, { triggers: [{ id: trigger.id, active: false }] })
  const big = { field: 'custom_object_fields.doors', operator: 'greater_than', value: '3' }
  const large = { title: 'Large vehicles', description: 'For those who deliver', conditions: { all: [big] } }
  const { access_rule } = await call('post', `${at}/access_rules`, { access_rule: large })
  await call('get', `${at}/access_rules`)
  await call('get', `${at}/access_rules/${access_rule.id}`)
  await call('patch', `${at}/access_rules/${access_rule.id}`, { access_rule: { title: 'Vans' } })
})

test('external programs get OAuth clients and tokens', async () => {
  const warehouse = { name: 'Warehouse', identifier: 'warehouse', kind: 'confidential', redirect_uri: 'https://warehouse.example.com/back' }
  const { client } = await call('post', 'oauth/clients', { client: warehouse })
  await call('get', 'oauth/clients')
  await call('get', `oauth/clients/${client.id}`)
  await call('put', `oauth/clients/${client.id}`, { client: { description: 'Orders parts for tickets', per_minute: 60 } })
  const { token } = await call('post', 'oauth/tokens', { token: { client_id: client.id, scopes: ['tickets:read'] } })
  await call('get', 'oauth/tokens')
  await call('get', `oauth/tokens/${token.id}`)
})
