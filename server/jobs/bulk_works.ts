/** What a bulk job can do to one item, by the name it was started under. */
import { deletedTicketWorks } from '../resources/deleted_tickets/acts.ts'
import { ticketWorks } from '../resources/tickets/bulk.ts'
import { customObjectRecordWorks } from '../resources/custom_object_records/bulk.ts'
import type { BulkWorks } from '../resources/job_statuses/run.ts'
import { groupMembershipWorks } from '../resources/group_memberships/bulk.ts'
import { organizationMembershipWorks } from '../resources/organization_memberships/bulk.ts'
import { organizationWorks } from '../resources/organizations/bulk.ts'
import { resourceCollectionWorks } from '../resources/resource_collections/work.ts'
import { userWorks } from '../resources/users/bulk.ts'

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
