/** Every route of tickets, their comments and audits, requests, suspended and deleted tickets. */
import type { AnyRoute } from '#http/route.ts'
import { bookmarkRoutes } from './bookmarks/routes.ts'
import { voiceRoutes } from './channels/voice_routes.ts'
import { conversationLogRoutes } from './conversation_log/routes.ts'
import { deletedTicketRoutes } from './deleted_tickets/routes.ts'
import { requestListRoutes } from './requests/list_routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { satisfactionRatingRoutes } from './satisfaction_ratings/routes.ts'
import { satisfactionReasonRoutes } from './satisfaction_reasons/routes.ts'
import { sideConversationRoutes } from './side_conversations/routes.ts'
import { skipRoutes } from './skips/routes.ts'
import { suspendedTicketRoutes } from './suspended_tickets/routes.ts'
import { ticketAuditRoutes } from './ticket_audits/routes.ts'
import { commentAttachmentRoutes } from './ticket_comments/attachment_routes.ts'
import { redactionRoutes } from './ticket_comments/redact_routes.ts'
import { ticketCommentRoutes } from './ticket_comments/routes.ts'
import { ticketContentPinRoutes } from './ticket_content_pins/routes.ts'
import { ticketMetricRoutes } from './ticket_metrics/routes.ts'
import { ticketImportRoutes } from './tickets/import_routes.ts'
import { ticketLifeRoutes } from './tickets/life_routes.ts'
import { ticketListRoutes } from './tickets/list_routes.ts'
import { ticketPeopleRoutes } from './tickets/people_routes.ts'
import { ticketRoutes } from './tickets/routes.ts'
import { ticketTagRoutes } from './tickets/tag_routes.ts'

export const ticketsRoutes: readonly AnyRoute[] = [
  ...bookmarkRoutes,
  ...voiceRoutes,
  ...conversationLogRoutes,
  ...deletedTicketRoutes,
  ...requestListRoutes,
  ...requestRoutes,
  ...satisfactionRatingRoutes,
  ...satisfactionReasonRoutes,
  ...sideConversationRoutes,
  ...skipRoutes,
  ...suspendedTicketRoutes,
  ...ticketAuditRoutes,
  ...commentAttachmentRoutes,
  ...redactionRoutes,
  ...ticketCommentRoutes,
  ...ticketContentPinRoutes,
  ...ticketMetricRoutes,
  ...ticketImportRoutes,
  ...ticketLifeRoutes,
  ...ticketListRoutes,
  ...ticketPeopleRoutes,
  ...ticketRoutes,
  ...ticketTagRoutes,
]
