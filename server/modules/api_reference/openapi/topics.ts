/**
 * The topics of the API, by subject. The order of subjects and topics is that of the reference: what is used most comes first.
 * A test refuses an operation whose topic is missing here, and a topic that is in two subjects.
 */

/** A subject: `topics` describes each of its topics in a sentence or two; a key is what `topicOf` returns of a route's name. */
export interface Subject {
  readonly title: string
  readonly topics: Readonly<Record<string, string>>
}

export const SUBJECTS: readonly Subject[] = [
  {
    title: 'Core resources',
    topics: {
      tickets: 'Tickets: support requests with their history.',
      users: 'End users, agents and administrators of an account.',
      organizations: 'The companies and other bodies that end users belong to.',
    },
  },
  {
    title: 'Ticketing',
    topics: {
      requests: 'The end user’s side of tickets: their own requests and the public comments on them.',
      ticket_comments: 'The comments of a ticket. They are written by updating the ticket.',
      attachments: 'Files of comments. They are sent as uploads first; see Uploads.',
      uploads: 'Files uploaded for a comment. The comment names the upload’s token.',
      comment_redactions: 'Taking texts and files out of comments, for good.',
      ticket_audits: 'What was changed in a ticket, by whom and when: one audit for each write, with its events.',
      ticket_metrics: 'How long a ticket took: replies, waiting times, reopens.',
      conversation_log: 'The comments and events of a ticket as one list.',
      side_conversations: 'Talks beside a ticket: by mail with people who do not see it, or in a child ticket of another group.',
      tags: 'Tags of tickets, users and organizations.',
      collaborators: 'People who are copied on a ticket or follow it.',
      followers: 'Which agents follow a ticket.',
      email_ccs: 'Who is copied on the mails of a ticket.',
      problems: 'Tickets of type problem, which incidents are linked to.',
      imports: 'Bringing in tickets from elsewhere, with their own times and without notifying anybody.',
      suspended_tickets: 'Incoming messages held back from becoming tickets; they can be recovered or deleted.',
      deleted_tickets: 'Tickets that were deleted: restoring them, or deleting them for good.',
      satisfaction_ratings: 'What requesters thought of the support they got.',
      satisfaction_reasons: 'Why a requester was not satisfied.',
      activities: 'What happened to the calling agent’s tickets: assignments, comments and priority changes.',
      bookmarks: 'Tickets that an agent has bookmarked.',
      skips: 'Tickets that an agent has skipped.',
      ticket_content_pins: 'Articles and other content pinned to a ticket.',
      chat_redactions: 'Taking texts out of chats that became tickets.',
      chat_file_redactions: 'Taking files out of chats that became tickets.',
    },
  },
  {
    title: 'Ticket setup',
    topics: {
      ticket_fields: 'Fields of tickets: those every account has, and custom ones.',
      custom_field_options: 'The options of a dropdown or multi-select field.',
      ticket_forms: 'Which fields a ticket has, in which order and under which conditions.',
      ticket_form_statuses: 'Which custom statuses a ticket form offers.',
      custom_statuses: 'Custom ticket statuses, each in one of five categories.',
    },
  },
  {
    title: 'People',
    topics: {
      groups: 'Groups of agents. Tickets are assigned to a group, and in it to an agent.',
      group_memberships: 'Which agents belong to which groups.',
      organization_memberships: 'Which users belong to which organizations.',
      organization_subscriptions: 'End users who follow all tickets of their organization.',
      organization_merges: 'Merging one organization into another.',
      end_users: 'Endpoints with which end users read and change their own profile.',
      user_identities: 'A user’s e-mail addresses, phone numbers and external accounts.',
      user_fields: 'Custom fields of users.',
      organization_fields: 'Custom fields of organizations.',
      user_settings: 'Settings of the calling user.',
      custom_roles: 'Roles of agents with a choice of what they may do.',
      brand_agents: 'Which agents serve which brands.',
      passwords: 'Setting and changing passwords.',
      push_notification_devices: 'Devices of mobile applications. None can be registered, so there is none to remove.',
      deleted_users: 'Users who were deleted: showing them, or deleting them for good.',
      compliance_deletion_statuses: 'Progress of the permanent deletion of a user.',
    },
  },
  {
    title: 'Business rules',
    topics: {
      triggers: 'Rules that run on each write of a ticket. See the guide to conditions and actions.',
      trigger_categories: 'Groups of triggers. The order of triggers begins with that of their categories.',
      trigger_revisions: 'Earlier versions of a trigger: what it was, who changed it and when.',
      automations: 'Rules that run every hour on the tickets that meet their conditions. See the guide to conditions and actions.',
      macros: 'Prepared changes that agents apply to tickets. See the guide to conditions and actions.',
      macro_attachments: 'Files that macros bring along.',
      views:
        'Named lists of tickets: their conditions, columns and order, and the tickets in them. See the guide to conditions and actions.',
      object_triggers:
        'Triggers of custom objects, which run on each write of one of their records. See the guide to conditions and actions.',
      dry_runs: 'Trying a trigger on past updates, or an automation on the tickets as they are, without saving it or sending anything.',
      rule_traces: 'Why each rule fired or did not in an update of a ticket, with the values that its conditions saw.',
      record_traces:
        'Why each object trigger fired or did not in a write of a record of a custom object, with the values that its conditions saw.',
      slas: 'SLA policies: how soon tickets must be answered and solved, by priority. The first policy whose filter matches a ticket measures it.',
      group_slas: 'Group SLA policies: how long a group may have a ticket before it is solved or handed on.',
      business_hours: 'Schedules: the hours in which support works, and its holidays.',
      workspaces: 'Which form, macros and apps agents see for which tickets.',
      webhooks: 'Addresses that are called when rules or events say so, signed, with a log of the calls.',
      targets: 'External services that rules can notify.',
      target_failures: 'The last failed calls of targets, 25 for each.',
      deletion_schedules: 'When old records are to be deleted.',
      resource_collections: 'Groups of settings that were made together from one description.',
    },
  },
  {
    title: 'Routing',
    topics: {
      queues: 'Queues of omnichannel routing: which tickets are given to the agents of which groups.',
      routing: 'Skills: attributes are types of skills, their values are skills, which agents have and tickets require.',
      ticket_routing: 'Why a ticket waits for an agent: its queue, and what keeps each agent from taking it.',
      agent_availabilities: 'Which agents work, and how many open tickets they have.',
    },
  },
  {
    title: 'Custom data',
    topics: {
      custom_objects: 'Kinds of records that an account defines for itself.',
      custom_object_fields: 'The fields of a custom object.',
      custom_object_records: 'Records of custom objects: reading, writing, searching, and bulk jobs.',
      custom_object_record_attachments: 'Files of the records of a custom object.',
      custom_object_permission_policies: 'What each role may do with the records of a custom object.',
      custom_object_access_rules: 'Conditions that say which records of a custom object a role may see or change.',
      relationships: 'What a lookup field may point at.',
    },
  },
  {
    title: 'Search and export',
    topics: {
      search: 'Finding tickets, users, organizations and groups with the query language.',
      saved_searches: 'Searches that a user has saved.',
      incremental: 'Records changed since a given time, for connectors that keep a copy. See the guide to paging.',
      job_statuses: 'Progress of a job, and the result of each of its items.',
    },
  },
  {
    title: 'Employee service',
    topics: {
      assets: 'IT assets: devices, licences and other things that a desk looks after.',
      asset_types: 'Kinds of IT assets, in a tree of three levels.',
      asset_fields: 'Fields of IT assets: the standard ones, and custom ones of a type, which the types below it inherit.',
      asset_statuses: 'Where in its life an IT asset is.',
      asset_locations: 'Where IT assets are.',
      approval_requests: 'Asking a person or a group to approve something about a ticket.',
      task_lists: 'What is to be done for a ticket, copied from a template.',
      task_list_templates: 'Lists of what is to be done in situations that come again.',
    },
  },
  {
    title: 'Channels',
    topics: {
      channels: 'What a telephone system does: it makes tickets of calls, and asks agents to open a ticket or a profile.',
      recipient_addresses: 'The support addresses that mail comes to and is sent from.',
      email_notifications: 'Mails that were sent about a ticket.',
      mails: 'Outgoing mail: sent, queued and failed.',
      sharing_agreements: 'Agreements on sharing tickets with other accounts.',
    },
  },
  {
    title: 'Access',
    topics: {
      api_tokens: 'API tokens. Their values are shown once, when they are made.',
      oauth_clients: 'OAuth clients: the programs that ask for access tokens.',
      oauth_global_clients: 'OAuth clients that are known to every account.',
      oauth_tokens: 'OAuth access and refresh tokens: granting, listing, inspecting and revoking them.',
      oauth_authorizations: 'A person allows an OAuth client to act for them.',
      access_requests:
        'Requests for a credential: filing, approval, review, acceptance, issue and revocation. Each step has its own endpoint.',
      access_people: 'The people of an instance as the access process sees them: their duties and who their manager is.',
      integrations: 'Connections that were made for an approved access request.',
      shared_secrets: 'Handing over a secret so that one person can open it once.',
      leaked_secrets: 'Reports of leaked secrets; those issued by this instance are revoked.',
      scim: 'SCIM 2.0: an identity provider makes, changes and removes agents and administrators. See RFC 7644.',
    },
  },
  {
    title: 'Sign-in',
    topics: {
      access:
        'Signing in to the dashboard: with a password, a second factor or an identity provider. Programs use API tokens or OAuth instead.',
      sessions: 'Sessions of people who are signed in to the dashboard.',
      second_factor: 'The second factor of the person who is signed in, and its recovery codes.',
      security_settings: 'Sign-in policies of the account.',
      identity_providers: 'OpenID Connect providers that people sign in with.',
      identity_provider_links: 'Links between users and their subjects at an identity provider.',
      remote_authentications: 'The identity providers in the format of the public API.',
    },
  },
  {
    title: 'Account',
    topics: {
      account: 'The settings of the account as the public API shows them.',
      brands: 'Brands: the names and subdomains under which an account serves its customers.',
      locales: 'The languages an account may use.',
      dynamic_content: 'Texts in several languages that are put in the place of a placeholder.',
      audit_logs: 'Who changed what in the account, and when. Entries are chained, so that a missing one is noticed.',
      deskhand:
        'Endpoints that the public API does not have: instance settings, the clock, API activity, the deprecation radar and the report on rules.',
      instances: 'Creating and deleting instances for tests and trials, with the operator’s secret.',
      openapi: 'This API as an OpenAPI document.',
    },
  },
]
