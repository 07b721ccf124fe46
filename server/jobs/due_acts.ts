/** Every kind of work that falls due by an instance's clock, by name; each is an act of a resource. */
import { accessRequestsDue } from '../modules/access/access_requests/due.ts'
import { apiTokensDue } from '../modules/access/api_tokens/due.ts'
import { looseFilesDue } from '../modules/common/attachments/keep.ts'
import { deletedTicketsDue } from '../modules/tickets/deleted_tickets/scrub.ts'
import { deletionSchedulesDue } from '../modules/business_rules/deletion_schedules/due.ts'
import { integrationsDue } from '../modules/access/integrations/due.ts'
import { sharedSecretsDue } from '../modules/access/shared_secrets/due.ts'
import { uploadsDue } from '../modules/common/uploads/acts.ts'
import { ticketsDue } from '../modules/tickets/tickets/due.ts'
import { suspendedTicketsDue } from '../modules/tickets/suspended_tickets/manage.ts'
import type { DueAct } from './due.ts'

export const DUE_ACTS: Readonly<Record<string, DueAct>> = {
  access_requests: accessRequestsDue,
  api_tokens: apiTokensDue,
  shared_secrets: sharedSecretsDue,
  integrations: integrationsDue,
  deletion_schedules: deletionSchedulesDue,
  tickets: ticketsDue,
  deleted_tickets: deletedTicketsDue,
  uploads: uploadsDue,
  suspended_tickets: suspendedTicketsDue,
  loose_files: looseFilesDue,
}
