/** The statement that inserts the configuration of a fresh instance; what it inserts is in fresh.ts and fresh_views.ts. */
import { randomBytes } from 'node:crypto'
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import { toJson } from '#db/types.ts'
import { FRESH_AUTOMATIONS, FRESH_FIELDS, FRESH_MACROS, FRESH_STATUSES } from './fresh.ts'
import { FRESH_VIEWS } from './fresh_views.ts'

/** The names of an instance. */
interface InstanceNames {
  readonly name: string
  readonly subdomain: string
  readonly host?: string | null
  readonly domain?: string
}

const CODE_BYTES = 16
const insertConfiguration = defineStatement<unknown>(`with new_brand as (
    insert into brands (account_id, key, name, subdomain, "default", created_at, updated_at) values ($1, 'default', $3, $4, true, $2, $2) returning id),
  new_address as (
    insert into recipient_addresses (account_id, brand_id, name, email, "default", forwarding_status, spf_status, cname_status, domain_verification_status, domain_verification_code, created_at, updated_at)
    select $1, b.id, $3, $8, true, 'unknown', 'unknown', 'unknown', 'unknown', $9, $2, $2 from new_brand b),
  new_statuses as (
    insert into custom_statuses (account_id, key, status_category, agent_label, end_user_label, description, end_user_description, "default", created_at, updated_at)
    select $1, s.key, s.key, s.agent_label, s.end_user_label, s.description, null, true, $2, $2
    from jsonb_to_recordset($5::jsonb) as s(key text, agent_label text, end_user_label text, description text)),
  new_fields as (
    insert into ticket_fields (account_id, key, type, title, title_in_portal, description, position, system, required, visible_in_portal, editable_in_portal, required_in_portal, sub_type_id, options, created_at, updated_at)
    select $1, f.key, f.type, f.title, f.title, '', f.position, true, f.required, f.visible, f.editable, f.needed, f.sub_type_id, f.options, $2, $2
    from jsonb_to_recordset($6::jsonb) as f(key text, type text, title text, position integer, required boolean, visible boolean, editable boolean, needed boolean, sub_type_id integer, options jsonb) order by f.position
    returning id),
  new_form as (
    insert into ticket_forms (account_id, key, name, display_name, position, "default", ticket_field_ids, created_at, updated_at)
    select $1, 'default', 'Default ticket form', 'Default ticket form', 1, true, array(select id from new_fields order by id), $2, $2),
  new_macros as (
    insert into macros (account_id, key, title, position, description, actions, created_at, updated_at)
    select $1, m.key, m.title, 9999, m.description, m.actions, $2, $2
    from jsonb_to_recordset($10::jsonb) as m(key text, title text, description text, actions jsonb)),
  new_automations as (
    insert into automations (account_id, key, title, active, "default", position, conditions, actions, created_at, updated_at)
    select $1, a.key, a.title, a.active, a."default", a.position, a.conditions, a.actions, $2, $2
    from jsonb_to_recordset($7::jsonb) as a(key text, title text, active boolean, "default" boolean, position integer, conditions jsonb, actions jsonb) order by a.position)
  insert into views (account_id, key, title, active, position, conditions, output, created_at, updated_at)
  select $1, v.key, v.title, v.active, v.position, v.conditions, v.output, $2, $2
  from rows from (jsonb_to_recordset($11::jsonb) as (key text, title text, active boolean, position integer, conditions jsonb, output jsonb))
    with ordinality as v (key, title, active, position, conditions, output, place) order by v.place`)

const freshFields = toJson(
  FRESH_FIELDS.map((field, index) => {
    const [visible, editable, needed] = field.portal ?? [false, false, false]
    return { ...field, position: index + 1, required: field.required ?? false, visible, editable, needed, options: field.options ?? [] }
  }),
)

/** Inserts brand, support address, statuses, fields, form and rules of a fresh instance. `domain`: the one that its subdomain is below. */
export async function insertFreshConfiguration(tx: Db, account_id: number, given: InstanceNames, now: Date): Promise<void> {
  const { name, subdomain, host, domain = 'localhost' } = given
  const statuses = toJson(FRESH_STATUSES)
  const automations = toJson(FRESH_AUTOMATIONS)
  const email = `support@${host ?? `${subdomain}.${domain}`}`
  const code = randomBytes(CODE_BYTES).toString('hex')
  const rules = [toJson(FRESH_MACROS), toJson(FRESH_VIEWS)]
  await tx.run(insertConfiguration(account_id, now, name, subdomain, statuses, freshFields, automations, email, code, ...rules))
}
