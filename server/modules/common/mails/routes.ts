import Type, { type Static } from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import { listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerOk, route } from '#http/route.ts'
import { presentMail } from './present.ts'
import { redeliverMail } from './redeliver.ts'
import { revealMail } from './reveal.ts'
import { Mail, MailQuery } from './schema.ts'
import { getMail, listMails, MAIL_SORTING, type MailFilter } from './store.ts'

const OneMail = Type.Object({ mail: Mail })

function readFilter(query: Static<typeof MailQuery>): MailFilter {
  const { 'filter[state]': state, 'filter[topic]': topic } = query
  return {
    ...(state === undefined || state === '' ? {} : { states: Array.isArray(state) ? state : [state] }),
    ...(topic ? { topic } : {}),
  }
}

/** The outbox: outgoing mails and what became of them. */
export const mailRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/deskhand/mails',
    name: 'mails/index',
    summary: 'List outgoing mails, the newest first',
    scope: '',
    query: MailQuery,
    answer: Type.Object({ mails: Type.Array(Mail), has_mail_server: Type.Boolean() }),
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'mail.manage')
      const page = await listMails(ctx, readFilter(query), readPaging(query, MAIL_SORTING, 'mails/index'))
      const mails = page.rows.map((row) => presentMail(ctx, row))
      return answerOk(listEnvelope(address, 'mails', page, mails, { has_mail_server: ctx.services.mailer !== null }))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/deskhand/mails/:id',
    name: 'mails/show',
    summary: 'Show an outgoing mail',
    scope: '',
    answer: OneMail,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'mail.manage')
      return answerOk({ mail: presentMail(ctx, await getMail(ctx, params.id)) })
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/deskhand/mails/:id/reveal',
    name: 'mails/reveal',
    summary: 'Show a mail with its links, on an instance without a mail server',
    scope: '',
    answer: OneMail,
    async handle(ctx, { params }) {
      return answerOk({ mail: presentMail(ctx, await revealMail(ctx, params.id), true) })
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/deskhand/mails/:id/redeliver',
    name: 'mails/redeliver',
    summary: 'Send a mail again',
    scope: '',
    answer: OneMail,
    async handle(ctx, { params }) {
      return answerOk({ mail: presentMail(ctx, await redeliverMail(ctx, params.id)) })
    },
  }),
]
