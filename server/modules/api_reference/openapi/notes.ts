/**
 * What a caller should know about an operation besides its summary: `METHOD path` → sentences. A test refuses keys that are not operations.
 */
export const NOTES: Readonly<Record<string, string>> = {
  'GET /api/v2/tickets':
    'Lists the tickets that the caller may see, oldest first, without deleted ones. To keep a copy up to date, use the incremental export.',
  'POST /api/v2/tickets':
    'The first comment is `comment.body`, or `comment.html_body`. Name the requester by `requester_id`, or by `requester` with `name` and `email`; a user is created if none has that address. Without either, the caller is the requester.',
  'PUT /api/v2/tickets/:id':
    'Only what is sent is changed. To solve or close a ticket, set its `status` to `solved` or `closed`; to assign it, set `assignee_id` or `group_id`. A `comment` is added as a new one. With `safe_update: true` and `updated_stamp` the change is refused with 409 if the ticket was changed in the meantime. A closed ticket cannot be changed.',
  'DELETE /api/v2/tickets/:id': 'The ticket can be restored under Deleted tickets for 30 days.',
  'PUT /api/v2/tickets/update_many':
    'With `ids` every ticket gets the same change; without `ids`, the body is a list of tickets, each with its `id`. The response is a job status with the result of each ticket.',
  'POST /api/v2/tickets/create_many': 'At most 100 tickets. The response is a job status with the result of each ticket.',
  'DELETE /api/v2/tickets/destroy_many': 'At most 100 tickets. The answer is a job.',
  'GET /api/v2/tickets/show_many': 'At most 100 tickets; those that do not exist are left out.',
  'POST /api/v2/tickets/:id/merge':
    'The tickets named in `ids` are closed; their last comments are copied to this one. The answer is a job.',
  'GET /api/v2/tickets/:ticket_id/comments':
    'The oldest comment first; `sort_order=desc` reverses the order. Comments are written by updating the ticket.',
  'GET /api/v2/ticket_audits':
    'The newest first. It is paged by `cursor` and `limit`: `before_url` leads to older audits, `after_url` to newer ones.',
  'POST /api/v2/users': 'An e-mail address already in use is refused; `create_or_update` updates that user instead.',
  'POST /api/v2/users/create_or_update':
    'Finds the user by `external_id` or `email`. Answers 201 when one was made and 200 when one was changed.',
  'GET /api/v2/users/me': 'Without credentials it returns the anonymous user, whose id is `null`; so it can be used to check a token.',
  'PUT /api/v2/users/:id': 'Only what is sent is changed. One user can be changed five times a minute.',
  'DELETE /api/v2/users/:id': 'Ends the user’s sessions and credentials. To remove their data for good, use Deleted users.',
  'PUT /api/v2/users/:id/merge': 'The user in the path is deleted, and everything they own moves to the other user. This cannot be undone.',
  'GET /api/v2/users/search': 'By `query`, in the query language of searches, or by `external_id`.',
  'GET /api/v2/search':
    'One list of tickets, users, organizations and groups; `result_type` tells which each is. Only the first 1,000 results are returned; use the export for more.',
  'GET /api/v2/search/export': 'All results of one type, with cursors: give `filter[type]`.',
  'GET /api/v2/search/count': 'Small counts are exact, large counts approximate.',
  'GET /api/v2/incremental/tickets/cursor':
    'Begin with `start_time`; go on with `after_url`, and stop when `end_of_stream` is true. Keep the last cursor for the next time. Deleted tickets are there, too, with the status `deleted`.',
  'GET /api/v2/incremental/tickets':
    'Paged by time: go on with `end_time` as the next `start_time`. The same ticket may come twice. Prefer the one with cursors.',
  'GET /api/v2/incremental/ticket_metric_events': 'With `page[size]` the response is paginated; see the guide to paging.',
  'GET /api/v2/incremental/users/cursor': 'Begin with `start_time`; go on with `after_url` until `end_of_stream` is true.',
  'POST /api/v2/uploads':
    'To attach a file to a comment, upload it first, with its name as `filename`. The answer has the `token` that a comment names in `uploads`. To collect several files under one token, send the first file’s `token` with the others. What is not used within three days is removed.',
  'GET /api/v2/job_statuses/:id': 'Poll until `status` is `completed` or `failed`. `results` has one object per item.',
  'POST /oauth/tokens':
    'The grants are `authorization_code` (with PKCE for public clients), `refresh_token`, `client_credentials` and, except on production instances, `password`. A refresh token can be used once.',
  'POST /oauth/revoke': 'Answers 200 for an unknown token, too.',
  'POST /api/v2/api_tokens':
    'The value is in the answer, this once. `description` is the address of the access request that the token is made for.',
  'PUT /api/v2/deskhand/settings': 'Settings that are sent are changed, others stay. `clock` changes the time of this instance only.',
  'POST /api/v2/deskhand/clock/advance':
    'Everything that falls due until then is done in the order of its time, and the answer comes when that is done. Not on a production instance.',
  'POST /api/v2/it_asset_management/assets/jobs':
    'The action is `create`, `update`, `delete` or `delete_by_external_id`. Assets to create or update may name their type, status and location: `"asset_type": "Laptop"`.',
  'POST /api/v2/it_asset_management/assets/search':
    'A filter compares members, such as `{"model": {"$eq": "X1"}}`, or combines filters by `$and` and `$or`. Custom fields are named `custom_object_fields.KEY`.',
  'GET /api/v2/requests': 'The caller’s own requests.',
  'POST /api/v2/requests':
    'Without credentials, where the account allows it, the requester is named in `requester`, and the request may be suspended.',
  'POST /api/v2/imports/tickets': 'Times and authors are taken from the body; no notifications are sent and no rules run.',
  'GET /api/v2/autocomplete/tags': 'The name must have at least two characters.',
  'PUT /api/v2/ticket_fields/:id':
    'Options of a dropdown are replaced as a whole: those that are left out are removed. Name an option’s `id` to keep it.',
  'POST /api/v2/macros': 'Without `restriction` it is for everyone, and only those who manage shared macros may create it.',
  'GET /api/v2/macros/new': 'Nothing is saved. With both ids the macro counts.',
  'GET /api/v2/macros/:id/apply': 'Placeholders stay as they are written.',
  'POST /api/v2/automations':
    'At least one condition of `all` must test status, type, group, assignee or requester. See the guide to conditions and actions.',
  'PUT /api/v2/triggers/:id':
    'Send conditions and actions together, or neither: one of them alone empties the other, and the trigger is then refused.',
  'POST /api/v2/custom_objects/:custom_object_key/triggers':
    'Fields are named `custom_object.KEY.custom_fields.FIELD`, with the keys of the object and of the field. An object has at most 100 active triggers, and 500 in all.',
  'PUT /api/v2/custom_objects/:custom_object_key/triggers/:trigger_id':
    'Send conditions and actions together, or neither: one of them alone empties the other, and the trigger is then refused.',
  'POST /api/v2/deskhand/triggers/dry_run':
    'Send a new trigger, or `id` with what would be changed; `position` and `category_id` place it, `active: false` leaves it out. The triggers are repeated as they were, with the draft among them. Nothing is saved or sent.',
  'POST /api/v2/deskhand/automations/dry_run':
    'Send a new automation, or `id` with what would be changed. As if its hourly run were now; nothing is saved or sent.',
  'PUT /api/v2/triggers/reorder': 'Triggers whose ids are left out follow those that are named, in their order.',
  'GET /api/v2/triggers/search':
    'For example `filter={"json":{"description":"Close a ticket"}}`. Without `query` and `filter` all triggers are listed.',
  'GET /api/v2/triggers/:trigger_id/revisions':
    'The newest first. `after_url` leads to older revisions, `before_url` to newer ones. `diff` is the difference from the revision before.',
  'POST /api/v2/trigger_categories/jobs': 'All is done, or nothing: then the answer is 400, with `errors`.',
  'POST /api/v2/views':
    'At least one condition of `all` must test status, type, group, assignee or requester. See the guide to conditions and actions.',
  'GET /api/v2/views/:id/execute':
    'A row has a member for each column: people, groups and the like by their ids, custom fields by the id of the field.',
  'GET /api/v2/views/:id/export': 'The table comes by e-mail to the caller: up to 10,000 tickets in the order of the view.',
  'POST /api/v2/custom_objects/:custom_object_key/jobs':
    'At most 100 items. `action` says what is done with each: `create`, `update`, `delete` and others.',
  'POST /api/v2/custom_objects/:custom_object_key/records/search':
    'The filter is an object of conditions: `$and`, `$or`, `$eq` and others.',
  'DELETE /api/v2/brand_agents/:id':
    'Automatic assignment gives the agent no more tickets of the brand. They serve it again when `agent_brand_ids` of the user names it.',
  'POST /api/v2/channels/voice/agents/:agent_id/tickets/:ticket_id/display':
    'The dashboard of the agent offers the ticket for a minute, in place of what it offered before.',
  'POST /api/v2/channels/voice/agents/:agent_id/users/:user_id/display':
    'The dashboard of the agent offers the profile for a minute, in place of what it offered before.',
  'PUT /api/v2/deskhand/agent_availabilities/:agent_id': 'Agents set their own status, administrators that of others.',
  'GET /api/v2/deskhand/tickets/:ticket_id/routing':
    'Explains automatic assignment: which queue takes the ticket, with the values that its conditions saw, and why each agent can or cannot take it.',
}
