-- Webhooks that integrations own: such an integration makes one, and ends it at its revocation.
alter table webhooks
  -- the integration that owns it; null: people made it for themselves
  add column integration_id bigint,
  -- when it was called last, to the minute; of webhooks of integrations only, because the log of calls is kept seven days
  add column last_called_at timestamptz,
  add foreign key (account_id, integration_id) references integrations (account_id, id);
-- the webhook of an integration, of which there is one
create unique index webhooks_by_integration on webhooks (account_id, integration_id) where integration_id is not null;
