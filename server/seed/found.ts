/** Creates the company with the product's own acts: teams, colleagues, customers, fields, forms, statuses, rules. */
import type { Actor, Context } from '#core/context.ts'
import { ensureDefined } from '#lib/defined.ts'
import { createStatus } from '#modules/ticket_setup/custom_statuses/change.ts'
import { createGroup } from '#modules/people/groups/change.ts'
import { createOrganization } from '#modules/people/organizations/change.ts'
import { createTicketField } from '#modules/ticket_setup/ticket_fields/change.ts'
import { createTicketForm } from '#modules/ticket_setup/ticket_forms/change.ts'
import { allTicketFields } from '#modules/ticket_setup/ticket_fields/store.ts'
import { createUser } from '#modules/people/users/create.ts'
import { addressOf, COLLEAGUES, FIELDS, FIRMS, FORMS, OWN_DOMAIN, STATUSES, TEAMS } from './company.ts'
import { getActor } from './context.ts'
import { makeRules } from './rules.ts'

/** Actors and ids by the names the story uses. */
export interface Company {
  readonly people: ReadonlyMap<string, Actor>
  readonly teams: ReadonlyMap<string, number>
  readonly fields: ReadonlyMap<string, number>
  readonly forms: ReadonlyMap<string, number>
  readonly statuses: ReadonlyMap<string, number>
}

/** Creates the company. `ctx` acts as the owner. @throws RecordInvalid where part of it exists already */
export async function foundCompany(ctx: Context): Promise<Company> {
  const teams = new Map<string, number>()
  for (const { name, description } of TEAMS) teams.set(name, (await createGroup(ctx, { name, description, is_public: true })).id)
  const ids = [...(await hireColleagues(ctx, teams)), ...(await winCustomers(ctx))]
  const fields = await askFields(ctx)
  const forms = await drawForms(ctx, fields)
  const statuses = new Map<string, number>()
  for (const { label, category, shown, description } of STATUSES) {
    const row = await createStatus(ctx, { agent_label: label, status_category: category, end_user_label: shown, description, active: true })
    statuses.set(label, row.id)
  }
  await makeRules(ctx, { teams, statuses })
  const people = new Map<string, Actor>()
  for (const [name, id] of ids) people.set(name, await getActor(ctx, id))
  return { people, teams, fields, forms, statuses }
}

async function hireColleagues(ctx: Context, teams: ReadonlyMap<string, number>): Promise<[string, number][]> {
  const hired: [string, number][] = []
  for (const { name, teams: own, signature } of COLLEAGUES) {
    const group_ids = own.map((team) => ensureDefined(teams.get(team)))
    const email = addressOf(name, OWN_DOMAIN)
    const row = await createUser(ctx, {
      name,
      email,
      role: 'agent',
      group_ids,
      default_group_id: ensureDefined(group_ids[0]),
      signature,
      verified: true,
    })
    hired.push([name, row.id])
  }
  return hired
}

async function winCustomers(ctx: Context): Promise<[string, number][]> {
  const won: [string, number][] = []
  for (const { name, domain, tags, details, people, locale } of FIRMS) {
    const firm = await createOrganization(ctx, {
      name,
      domain_names: [domain],
      tags: [...tags],
      details,
      shared_tickets: true,
      shared_comments: true,
    })
    for (const person of people) {
      const email = addressOf(person, domain)
      const language = locale === undefined ? {} : { locale }
      won.push([person, (await createUser(ctx, { name: person, email, organization_id: firm.id, verified: true, ...language })).id])
    }
  }
  return won
}

async function askFields(ctx: Context): Promise<Map<string, number>> {
  const fields = new Map<string, number>()
  for (const { key, type, title, options } of FIELDS) {
    const custom_field_options = options.map((option) => ({ ...option }))
    const given = custom_field_options.length === 0 ? {} : { custom_field_options }
    const tag = type === 'checkbox' ? { tag: `under_${key}` } : {}
    fields.set(key, (await createTicketField(ctx, { type, title, visible_in_portal: true, editable_in_portal: true, ...given, ...tag })).id)
  }
  return fields
}

async function drawForms(ctx: Context, fields: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const system = (await allTicketFields(ctx)).filter((field) => field.system && field.active).map((field) => field.id)
  const forms = new Map<string, number>()
  for (const { name, fields: own } of FORMS) {
    const ticket_field_ids = [...system, ...own.map((key) => ensureDefined(fields.get(key)))]
    const row = await createTicketForm(ctx, { name, display_name: name, ticket_field_ids, end_user_visible: true, active: true })
    forms.set(name, row.id)
  }
  return forms
}
