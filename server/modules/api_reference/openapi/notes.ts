/**
 * What a caller should know about an operation besides its summary: `METHOD path` → sentences. A test refuses keys that are not operations.
 */
export const NOTES: Readonly<Record<string, string>> = {
  'GET /api/v2/tickets':
    'Lists what the caller may see, the oldest first, without deleted tickets. For a copy that is kept up to date use the incremental export instead.',
  'POST /api/v2/tickets':
    'The first comment is `comment.body`, or `comment.html_body`. The requester is named by `requester_id`, or by `requester` with `name` and `email`, who is made when nobody has that address. Without either it is the caller.',
  'PUT /api/v2/tickets/:id':
    'Only what is sent is changed. A `comment` is added as a new one. With `safe_update: true` and `updated_stamp` the change is refused with 409 when somebody else was faster. A closed ticket cannot be changed.',
  'DELETE /api/v2/tickets/:id': 'The ticket can be restored under Deleted tickets for 30 days.',
  'PUT /api/v2/tickets/update_many':
    'With `ids` every ticket gets the same change; without, the body is a list of tickets, each with its `id`. The answer is a job: see its status for what became of each.',
  'POST /api/v2/tickets/create_many': 'At most 100 tickets. The answer is a job: see its status for what became of each.',
  'DELETE /api/v2/tickets/destroy_many': 'At most 100 tickets. The answer is a job.',
  'GET /api/v2/tickets/show_many': 'At most 100 tickets; those that do not exist are left out.',
  'POST /api/v2/tickets/:id/merge':
    'The tickets named in `ids` are closed; their last comments are copied to this one. The answer is a job.',
  'GET /api/v2/tickets/:ticket_id/comments':
    'The oldest comment first; `sort_order=desc` turns that round. Comments are written by updating the ticket.',
  'GET /api/v2/ticket_audits':
    'The newest first. It is paged by `cursor` and `limit`: `before_url` leads to older audits, `after_url` to newer ones.',
  'POST /api/v2/users': 'An address that is taken is refused; use `create_or_update` to have that user changed instead.',
  'POST /api/v2/users/create_or_update':
    'Finds the user by `external_id` or `email`. Answers 201 when one was made and 200 when one was changed.',
  'GET /api/v2/users/me': 'Answers without credentials, too: then it is the anonymous user with id `null`. So a wrong token shows at once.',
  'PUT /api/v2/users/:id': 'Only what is sent is changed. One user can be changed five times a minute.',
  'DELETE /api/v2/users/:id':
    'Ends the user’s sessions and credentials. To remove their data for good, delete them among the Deleted users.',
  'PUT /api/v2/users/:id/merge': 'The user in the path goes and all of theirs becomes the other’s. It cannot be undone.',
  'GET /api/v2/users/search': 'By `query`, in the query language of searches, or by `external_id`.',
  'GET /api/v2/search':
    'One list of tickets, users, organizations and groups; `result_type` tells which each is. At most 1,000 results can be reached: use the export for more.',
  'GET /api/v2/search/export': 'All results of one type, with cursors: give `filter[type]`.',
  'GET /api/v2/search/count': 'Few are counted exactly, many about.',
  'GET /api/v2/incremental/tickets/cursor':
    'Begin with `start_time`; go on with `after_url`, and stop when `end_of_stream` is true. Keep the last cursor for the next time. Deleted tickets are there, too, with the status `deleted`.',
  'GET /api/v2/incremental/tickets':
    'Paged by time: go on with `end_time` as the next `start_time`. The same ticket may come twice. Prefer the one with cursors.',
  'GET /api/v2/incremental/users/cursor': 'Begin with `start_time`; go on with `after_url` until `end_of_stream` is true.',
  'POST /api/v2/uploads':
    'Give the name as `filename`. The answer has the `token` that a comment names in `uploads`. Several files under one token: give the `token` of the first with the others. What is not used within three days is removed.',
  'GET /api/v2/job_statuses/:id': 'Ask again until `status` is `completed` or `failed`. `results` has a line for each item.',
  'POST /oauth/tokens':
    'The grants are `client_credentials`, `authorization_code` (with PKCE for public clients) and `refresh_token`. A refresh token can be used once.',
  'POST /oauth/revoke': 'Answers 200 for an unknown token, too.',
  'POST /api/v2/api_tokens':
    'The value is in the answer, this once. `description` is the address of the access request that the token is made for.',
  'PUT /api/v2/deskhand/settings': 'Settings that are sent are changed, others stay. `clock` moves the time of this instance alone.',
  'GET /api/v2/requests': 'The caller’s own requests.',
  'POST /api/v2/requests':
    'Without credentials, where the account allows it, the requester is named in `requester`, and the request may be suspended.',
  'POST /api/v2/imports/tickets': 'Times and authors are those that are sent; nobody is notified and no rule acts on it.',
  'GET /api/v2/autocomplete/tags': 'The name must have at least two characters.',
  'PUT /api/v2/ticket_fields/:id':
    'Options of a dropdown are replaced as a whole: those that are left out are removed. Name an option’s `id` to keep it.',
  'POST /api/v2/automations':
    'At least one condition of `all` must test status, type, group, assignee or requester. See the guide to conditions and actions.',
  'POST /api/v2/custom_objects/:custom_object_key/jobs':
    'At most 100 items. `action` says what is done with each: `create`, `update`, `delete` and others.',
  'POST /api/v2/custom_objects/:custom_object_key/records/search':
    'The filter is an object of conditions: `$and`, `$or`, `$eq` and others.',
}
