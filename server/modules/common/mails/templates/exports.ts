/** Mails that contain an export, or say where it can be downloaded. */
import { fill } from './fill.ts'
import type { MailTemplate } from './template.ts'
import { WORDS } from './words.ts'

/** Announces that an export of the audit log can be downloaded. */
export const auditLogExported: MailTemplate<{ readonly entries: number; readonly url: string }> = {
  about: 'To the administrator who requested an export of the audit log: it is ready',
  sample: { entries: 1204, url: 'https://desk.example.com/admin/account/audit_log?export=3' },
  write({ entries, url }) {
    const words = WORDS.audit_log_exported
    const paragraphs = [fill(words.ready, { count: entries }), url, words.download]
    return { topic: 'audit_log.exported', subject: words.subject, paragraphs }
  },
}

/** Contains the suspended tickets as comma-separated values, and nothing else. */
export const suspendedTicketsExported: MailTemplate<{ readonly table: string }> = {
  about: 'To the agent who requested an export of the suspended tickets: the table',
  sample: { table: 'id,created_at,author_name\r\n12,2026-11-20T09:00:00Z,Ann Example' },
  write: ({ table }) => ({
    topic: 'suspended_tickets.exported',
    subject: WORDS.suspended_tickets_exported.subject,
    paragraphs: [table],
  }),
}

/** Contains the tickets of a view as comma-separated values, and nothing else. */
export const viewExported: MailTemplate<{ readonly view: string; readonly table: string }> = {
  about: 'To the agent who requested an export of a view: the table',
  sample: { view: 'Unassigned tickets', table: 'ID,Subject,Requester\r\n12,Printer on fire,Ann Example' },
  write: ({ view, table }) => ({
    topic: 'view.exported',
    subject: fill(WORDS.view_exported.subject, { view }),
    paragraphs: [table],
  }),
}
