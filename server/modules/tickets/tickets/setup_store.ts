/** The configuration that ticket writes and responses need: statuses, fields, forms, brands, groups with their agents. Cached. */
import { actorsTopic } from '#auth/actors.ts'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { configurationTopic } from '#db/topics.ts'
import { ensureDefined } from '#lib/defined.ts'
import { hasCoupledTags, tagsOf } from '#modules/custom_data/custom_fields/tags.ts'
import type { FieldRules } from '#modules/custom_data/custom_fields/types.ts'
import type { FormCondition } from '#modules/ticket_setup/ticket_forms/conditions.ts'
import type { Status } from '#rules/facts.ts'

/** The members of a ticket field that tickets need. */
export interface SetupField extends FieldRules {
  readonly id: number
  readonly key: string
  readonly title: string
  readonly title_in_portal: string
  readonly system: boolean
  readonly required: boolean
  readonly required_in_portal: boolean
  readonly visible_in_portal: boolean
  readonly editable_in_portal: boolean
  readonly sub_type_id: number | null
}

/** An active form. `status_ids` are the statuses it offers; none means all. */
export interface SetupForm {
  readonly id: number
  readonly end_user_visible: boolean
  readonly ticket_field_ids: readonly number[]
  readonly agent_conditions: readonly FormCondition[]
  readonly end_user_conditions: readonly FormCondition[]
  readonly status_ids: readonly number[]
}

/** The ticket configuration of an account. */
export interface TicketSetup {
  readonly default_brand_id: number
  readonly brand_ids: readonly number[]
  readonly default_form_id: number
  readonly form_ids: readonly number[]
  /** Without deleted ones. */
  readonly statuses: readonly {
    readonly id: number
    readonly status_category: Status
    readonly default: boolean
    readonly active: boolean
  }[]
  readonly forms: readonly SetupForm[]
  /** Active fields by position. */
  readonly fields: readonly SetupField[]
  readonly fieldsById: ReadonlyMap<number, SetupField>
  /** The fields whose values are coupled with tags, by tag. */
  readonly fieldsByTag: ReadonlyMap<string, readonly SetupField[]>
}

/** A group that is not deleted, with the ids of its agents. */
export interface SetupGroup {
  readonly id: number
  readonly agent_ids: readonly number[]
}

const loadSetup = defineStatement<{
  brands: TicketSetup['brand_ids']
  default_brand_id: number
  forms: SetupForm[] | null
  default_form_id: number
  statuses: TicketSetup['statuses']
  fields: (Omit<SetupField, 'options'> & { readonly options: readonly string[] })[] | null
}>(`select
  array(select b.id from brands b where b.account_id = $1 and not b.is_deleted and b.active) as brands,
  (select b.id from brands b where b.account_id = $1 and b."default") as default_brand_id,
  (select jsonb_agg(jsonb_build_object('id', f.id, 'end_user_visible', f.end_user_visible, 'ticket_field_ids', f.ticket_field_ids, 'agent_conditions', f.agent_conditions, 'end_user_conditions', f.end_user_conditions,
      'status_ids', array(select s.custom_status_id from ticket_form_statuses s where s.account_id = $1 and s.ticket_form_id = f.id)) order by f.position, f.id)
    from ticket_forms f where f.account_id = $1 and f.active and f.deleted_at is null) as forms,
  (select f.id from ticket_forms f where f.account_id = $1 and f."default") as default_form_id,
  (select jsonb_agg(jsonb_build_object('id', s.id, 'status_category', s.status_category, 'default', s."default", 'active', s.active) order by s.id) from custom_statuses s where s.account_id = $1 and s.deleted_at is null) as statuses,
  (select jsonb_agg(jsonb_build_object('id', f.id, 'key', f.key, 'type', f.type, 'title', f.title, 'title_in_portal', f.title_in_portal, 'system', f.system,
      'required', f.required, 'required_in_portal', f.required_in_portal, 'visible_in_portal', f.visible_in_portal, 'editable_in_portal', f.editable_in_portal, 'sub_type_id', f.sub_type_id, 'tag', f.tag,
      'regexp_for_validation', f.regexp_for_validation, 'relationship_target_type', f.relationship_target_type,
      'options', jsonb_path_query_array(f.options, '$[*].value')) order by f.position, f.id)
    from ticket_fields f where f.account_id = $1 and f.active) as fields`)

const loadGroups =
  defineStatement<SetupGroup>(`select g.id, array(select m.user_id from group_memberships m join users u on u.account_id = m.account_id and u.id = m.user_id
    where m.account_id = $1 and u.account_id = $1 and m.group_id = g.id and u.active and u.role <> 'end-user' order by m.id) as agent_ids
  from groups g where g.account_id = $1 and not g.deleted order by g.id`)

/** The ticket configuration of the account, from the cache. */
export async function ticketSetup(ctx: Context): Promise<TicketSetup> {
  const load = async () => {
    const row = await ctx.services.database.first(loadSetup(ctx.account.id))
    if (row === undefined) return undefined
    const fields = (row.fields ?? []).map((field) => ({ ...field, options: field.options.map((value) => ({ value })) }))
    const forms = row.forms ?? []
    return {
      default_brand_id: row.default_brand_id,
      brand_ids: row.brands,
      default_form_id: row.default_form_id,
      form_ids: forms.map((form) => form.id),
      forms,
      statuses: row.statuses,
      fields,
      fieldsById: new Map(fields.map((field) => [field.id, field])),
      fieldsByTag: byTag(fields),
    }
  }
  return ensureDefined(await ctx.services.cache.load(configurationTopic(ctx.account.id), 'tickets', load))
}

function byTag(fields: readonly SetupField[]): ReadonlyMap<string, readonly SetupField[]> {
  const found = new Map<string, SetupField[]>()
  for (const field of fields) {
    const tags = field.type === 'checkbox' ? tagsOf(field, true) : hasCoupledTags(field) ? field.options.map((option) => option.value) : []
    for (const tag of tags) found.set(tag, [...(found.get(tag) ?? []), field])
  }
  return found
}

/** The groups that are not deleted, from the cache. */
export async function ticketGroups(ctx: Context): Promise<readonly SetupGroup[]> {
  return ensureDefined(
    await ctx.services.cache.load(actorsTopic(ctx.account.id), 'groups', () => ctx.services.database.all(loadGroups(ctx.account.id))),
  )
}

/** The id of the default status of a category. A closed ticket keeps the solved one. */
export function defaultStatusId(setup: TicketSetup, category: Status): number {
  const wanted = category === 'closed' ? 'solved' : category
  const found = setup.statuses.find((status) => status.status_category === wanted && status.default)
  return (found ?? ensureDefined(setup.statuses[0])).id
}
