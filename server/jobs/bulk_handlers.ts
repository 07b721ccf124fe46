/** The handlers of bulk jobs, each for one item, by the name a job is started under. */
import { deletedTicketHandlers } from '#modules/tickets/deleted_tickets/acts.ts'
import { ticketHandlers } from '#modules/tickets/tickets/bulk.ts'
import { customObjectRecordHandlers } from '#modules/custom_data/custom_object_records/bulk.ts'
import type { BulkHandlers } from '#modules/common/job_statuses/run.ts'
import { assetHandlers } from '#modules/employee_service/assets/bulk.ts'
import { groupMembershipHandlers } from '#modules/memberships/group_memberships/bulk.ts'
import { organizationMembershipHandlers } from '#modules/memberships/organization_memberships/bulk.ts'
import { organizationHandlers } from '#modules/people/organizations/bulk.ts'
import { resourceCollectionHandlers } from '#modules/business_rules/resource_collections/work.ts'
import { agentSkillHandlers } from '#modules/routing/instance_values/bulk.ts'
import { userHandlers } from '#modules/people/users/bulk.ts'

export const bulkHandlers: BulkHandlers = {
  ...agentSkillHandlers,
  ...assetHandlers,
  ...customObjectRecordHandlers,
  ...deletedTicketHandlers,
  ...groupMembershipHandlers,
  ...organizationMembershipHandlers,
  ...organizationHandlers,
  ...resourceCollectionHandlers,
  ...ticketHandlers,
  ...userHandlers,
}
