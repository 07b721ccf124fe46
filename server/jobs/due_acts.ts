/** Every kind of work that falls due by an instance's clock, by name; each is an act of a resource. */
import { accessRequestsDue } from '../resources/access_requests/due.ts'
import { apiTokensDue } from '../resources/api_tokens/due.ts'
import { looseFilesDue } from '../resources/attachments/keep.ts'
import { deletedTicketsDue } from '../resources/deleted_tickets/scrub.ts'
import { deletionSchedulesDue } from '../resources/deletion_schedules/due.ts'
import { integrationsDue } from '../resources/integrations/due.ts'
import { sharedSecretsDue } from '../resources/shared_secrets/due.ts'
import { uploadsDue } from '../resources/uploads/acts.ts'
import { ticketsDue } from '../resources/tickets/due.ts'
import { suspendedTicketsDue } from '../resources/suspended_tickets/manage.ts'
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
