-- The targets that SLA policies set a ticket, as its last write left them: see server/modules/tickets/ticket_metrics/targets.ts.
alter table tickets add column sla jsonb;
-- The first moment at which a running target is or was passed, for views and automations; null when none runs.
alter table tickets add column sla_next_breach_at timestamptz;
-- The same among those whose passing is not recorded yet.
alter table tickets add column sla_breach_due_at timestamptz;
-- views and automations read tickets in this order
create index tickets_by_next_breach on tickets (account_id, sla_next_breach_at, id) where sla_next_breach_at is not null and deleted_at is null;
-- the work that records breaches: server/modules/tickets/ticket_metrics/breach_store.ts
create index tickets_to_breach on tickets (account_id, sla_breach_due_at) where sla_breach_due_at is not null and deleted_at is null;
