-- Who started a job: they see it and its results, and administrators. Jobs of before are administrators' alone.
alter table job_statuses add column actor_id bigint;
create index job_statuses_by_actor on job_statuses (account_id, actor_id, created_at, id);
