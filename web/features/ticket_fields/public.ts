// What other features and the apps may use of ticket_fields.

export { type FieldOptions, fieldOptionsQuery, type TicketField, ticketFieldsQuery } from './queries.ts'
