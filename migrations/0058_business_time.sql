-- Time in business hours beside calendar time: of a ticket's metrics in a column of their own, of its clocks in their fifth item.

-- Metric → seconds within the hours of the ticket's schedule. Null while it has not been counted: then calendar time is shown.
alter table tickets add column business_seconds jsonb;

-- The last ticket of those counted again so far, in the order of their ids; null when all have been. Looked up by account.
alter table ticket_counters add column recounted_id bigint;
update ticket_counters set recounted_id = 0;
