/** The works of bulk jobs on one item, by the name a job is started under. */
import { deletedTicketWorks } from '../modules/tickets/deleted_tickets/acts.ts'
import { ticketWorks } from '../modules/tickets/tickets/bulk.ts'
import { customObjectRecordWorks } from '../modules/custom_data/custom_object_records/bulk.ts'
import type { BulkWorks } from '../modules/common/job_statuses/run.ts'
import { groupMembershipWorks } from '../modules/memberships/group_memberships/bulk.ts'
import { organizationMembershipWorks } from '../modules/memberships/organization_memberships/bulk.ts'
import { organizationWorks } from '../modules/people/organizations/bulk.ts'
import { resourceCollectionWorks } from '../modules/business_rules/resource_collections/work.ts'
import { userWorks } from '../modules/people/users/bulk.ts'

export const bulkWorks: BulkWorks = {
  ...customObjectRecordWorks,
  ...deletedTicketWorks,
  ...groupMembershipWorks,
  ...organizationMembershipWorks,
  ...organizationWorks,
  ...resourceCollectionWorks,
  ...ticketWorks,
  ...userWorks,
}
