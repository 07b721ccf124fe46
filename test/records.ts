/** Rows inserted directly into the database, for tests of resources that do not own them: a user to call as, a ticket to count. */
import { randomBytes } from 'node:crypto'
import { defineStatement } from '#db/builder.ts'
import type { TestApp } from './app.ts'
import type { Client } from './client.ts'

const insertPerson = defineStatement<{
  id: number
}>(`insert into users (account_id, name, email, role, verified, ticket_restriction, time_zone, locale, created_at, updated_at)
  values ($1, $2, $3, $4, true, $5, 'UTC', $6, $7, $7) returning id`)
const insertIdentity =
  defineStatement<unknown>(`insert into user_identities (account_id, user_id, type, value, verified, "primary", verified_at, created_at,
    updated_at)
  values ($1, $2, 'email', $3, true, true, $4, $4, $4)`)
const insertTicket = defineStatement<{
  id: number
}>(`insert into tickets (account_id, id, via_id, via, description, status, custom_status_id, requester_id, submitter_id, assignee_id, organization_id, group_id,
    brand_id, ticket_form_id, is_public, created_at, updated_at, generated_at, status_updated_at, requester_updated_at)
  select $1, $2, 5, '{"channel":"api","source":{"from":{},"to":{},"rel":null}}', 'A ticket', $3, s.id, $5, $5, $6, $7, $8, b.id, f.id, true, $9, $9, $9, $9, $9
  from brands b inner join ticket_forms f on f.account_id = b.account_id and f."default"
    inner join custom_statuses s on s.account_id = b.account_id and s.id = coalesce($4, (select min(o.id) from custom_statuses o where o.account_id = $1 and o.status_category = 'open'))
  where b.account_id = $1 and b."default" returning id`)

/** A user with a verified address, and a client that calls as that user by the administrator's token. */
export async function putPerson(
  app: TestApp,
  given: { role: 'end-user' | 'agent' | 'admin'; name?: string; locale?: string },
): Promise<{ id: number; name: string; email: string; api: Client }> {
  const mark = randomBytes(4).toString('hex')
  const name = given.name ?? `Person ${mark}`
  const email = `person-${mark}@example.com`
  const restriction = given.role === 'end-user' ? 'requested' : null
  const { database } = app.database
  const now = new Date()
  const { id } = await database.one(insertPerson(app.account_id, name, email, given.role, restriction, given.locale ?? 'en-US', now))
  await database.run(insertIdentity(app.account_id, id, email, now))
  return { id, name, email, api: app.as({ email, token: app.admin.token }) }
}

/** Inserts a ticket with only the given members. */
export async function putTicket(
  app: TestApp,
  given: {
    id: number
    status?: string
    custom_status_id?: number
    requester_id?: number
    assignee_id?: number
    organization_id?: number
    group_id?: number
  },
): Promise<number> {
  const {
    id,
    status = 'open',
    custom_status_id = null,
    requester_id = app.admin.id,
    assignee_id = null,
    organization_id = null,
    group_id = null,
  } = given
  await app.database.database.first(
    insertTicket(app.account_id, id, status, custom_status_id, requester_id, assignee_id, organization_id, group_id, new Date()),
  )
  return id
}

/** One column of a ticket's row. */
export async function ticketMember(
  app: TestApp,
  id: number,
  member: 'assignee_id' | 'organization_id' | 'group_id' | 'custom_status_id',
): Promise<unknown> {
  const row = await app.database.database.first(
    defineStatement<Record<string, unknown>>(`select ${member} from tickets where account_id = $1 and id = $2`)(app.account_id, id),
  )
  return row?.[member]
}

const insertMembership = defineStatement<{ id: number }>(
  `insert into organization_memberships (account_id, user_id, organization_id, "default", created_at, updated_at) values ($1, $2, $3, $4, $5, $5) returning id`,
)
const setOrganization = defineStatement<unknown>('update users set organization_id = $3 where account_id = $1 and id = $2')

/** Makes a user a member of an organization; returns the membership's id. */
export async function putMembership(app: TestApp, userId: number, organizationId: number, isDefault: boolean): Promise<number> {
  const { account_id } = app
  const row = await app.database.database.first(insertMembership(account_id, userId, organizationId, isDefault || null, new Date()))
  if (isDefault) await app.database.database.run(setOrganization(account_id, userId, organizationId))
  return (row as { id: number }).id
}

/** One column of a user's row. */
export async function userMember(app: TestApp, id: number, member: 'organization_id' | 'default_group_id'): Promise<unknown> {
  const row = await app.database.database.first(
    defineStatement<Record<string, unknown>>(`select ${member} from users where account_id = $1 and id = $2`)(app.account_id, id),
  )
  return row?.[member]
}

/** The first event of a ticket's newest audit. */
export async function lastEvent(app: TestApp, ticketId: number): Promise<Record<string, unknown>> {
  const findNewestAudit = defineStatement<{ events: Record<string, unknown>[] }>(
    'select events from ticket_audits where account_id = $1 and ticket_id = $2 order by id desc limit 1',
  )
  return (await app.database.database.first(findNewestAudit(app.account_id, ticketId)))?.events[0] ?? {}
}

const newestMail = defineStatement<{ id: number; body: string }>(
  'select id, body from mails where account_id = $1 and to_address = $2 and topic = $3 order by id desc limit 1',
)

/** The newest mail to an address as it was written, because the outbox hides links that are credentials. */
export async function getMailAsWritten(app: TestApp, address: string, topic: string): Promise<{ id: number; body: string }> {
  const row = await app.database.database.first(newestMail(app.account_id, address, topic))
  if (row === undefined) throw new Error(`Nothing was written to ${address} about ${topic}`)
  return row
}
