-- The repetitions of a call, so that a range is not replayed twice.
create index webhook_invocations_by_replay on webhook_invocations (account_id, replay_of, id) where replay_of is not null;
