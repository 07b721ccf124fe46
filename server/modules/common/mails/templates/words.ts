/**
 * The words of all mails, in English: the file to translate. A name in braces is replaced by a value; a count chooses `one` or `other`.
 * Not here: which words a mail is made of. That is in its template.
 */

/** The language of {@link WORDS}: for its plural rules and the `lang` attribute of the HTML. */
export const LANGUAGE = 'en'

export const WORDS = {
  access_request: {
    subject: 'Access request "{title}" {done}',
    happened: 'The access request "{title}" {done}.',
    asks: '{requester} asks for {kind}.',
    asks_and_done_by: '{requester} asks for {kind}. Done by {actor}.',
    expires: 'It expires on {date} unless its next step is taken.',
    done: {
      submitted: 'waits for your approval',
      edited: 'was changed',
      commented: 'has a new comment',
      stuck: 'has a step that nobody can take',
    },
    todo: {
      nothing: 'There is nothing for you to do.',
      approve: 'Please approve or reject it: you are the manager of the requester.',
      review: 'Please review the business reason and the use case.',
      decide: 'Please decide on it: accept or reject it.',
      issue: 'Please issue it.',
      wait_for_engineer: 'An engineer will issue it, and you will be notified. There is nothing for you to do.',
      wait_for_secret: 'The engineer hands it over to you; you receive a token as a one-time secret. There is nothing for you to do yet.',
      answer: 'You can answer on its page.',
    },
  },
  access_requests_waiting: {
    subject: { one: 'An access request waits for you', other: '{count} access requests wait for you' },
    intro: { one: 'An access request waits for a step of yours.', other: '{count} access requests wait for a step of yours.' },
    request: '"{title}"\n{url}',
    more: 'The page of access requests has {count} more.',
  },
  access_requests_stuck: {
    subject: { one: 'An access request has a step that nobody can take', other: '{count} access requests wait for nobody' },
    intro: 'The next step of these access requests is one that nobody can take any more.',
    request: '"{title}"\n{url}\n{why}',
    more: 'There are {count} more.',
  },
  api_token_deactivated: {
    subject: 'An API token was deactivated',
    happened: 'The API token {token} of {instance} was deactivated. {reason}.',
  },
  api_tokens_ending: {
    subject: { one: 'An API token ends in {time} or less', other: '{count} API tokens end in {time} or less' },
    time: { one: 'a day', other: '{count} days' },
    intro: {
      one: 'An API token of {instance} ends on {end}. Calls made with it are refused from then on.',
      other: '{count} API tokens of {instance} end on {end}. Calls made with them are refused from then on.',
    },
    token: '{token}\n{url}',
  },
  audit_log_exported: {
    subject: 'Your export of the audit log is ready',
    ready: 'The audit log you asked for is ready: {count} entries.',
    download: 'Sign in as an administrator to download it. It is kept for seven days.',
  },
  forwarding_check: {
    subject: 'Is this address forwarded?',
    why: 'This mail was sent to {email} by {instance}, to see whether what arrives there is forwarded.',
    code: 'Code: {code}',
  },
  identity_verification: {
    subject: 'Verify your address at {instance}',
    who: '{name} has an account at {instance} and is to be known there by this address, {email}.',
    link: 'If this is you, open the page and verify the address: {url}',
    until: 'The link is good once, until {time}.',
    otherwise: 'If this is not you, do nothing: without you the address is not verified.',
  },
  leaked_secret: {
    subject: 'The {kind} {label} was found in the open and has been revoked',
    reported: 'Somebody reported the {kind} "{label}" as leaked.',
    reported_at: 'Somebody reported the {kind} "{label}" as leaked ({place}).',
    what_now:
      'It has been revoked and works no more. Whatever used it needs a new one. The audit log says where the report came from:\n{url}',
  },
  password: {
    hello: 'Hello {name},',
    link: 'Choose a password: {url}',
    until: 'The link works once, until {time}.',
  },
  password_changed: {
    subject: 'Your password was changed',
    changed: 'Your password at {instance} was changed by {actor}, on {time}.',
    otherwise: 'If you did not expect this, tell an administrator: somebody may have taken over your account. Your account: {url}',
  },
  password_forgotten: {
    subject: 'Choose a password at {instance}',
    asked: 'Somebody asked on the page of signing in at {instance} to choose a new password for {email}.',
    needs_none: 'You need none: sign in with your company account, {url}',
    otherwise: 'If it was not you, ignore this mail: your password stays as it is.',
  },
  password_invitation: {
    subject: 'You are invited to {instance}',
    invited: '{actor} has invited you to {instance}.',
    company_account: 'Sign in with your company account: {url}',
    until: 'The link works once, until {time}. After that, sign in at {url} with {email}.',
    otherwise: 'If you did not expect this, ignore it: nobody can sign in as you.',
  },
  password_link: {
    subject: 'Choose a new password at {instance}',
    sent: '{actor} has sent you this link to choose a new password at {instance}.',
    link: 'Choose a new password: {url}',
    until: 'The link works once, until {time}. Your current password works until you choose another one.',
    otherwise: 'If you did not expect this, ignore it and tell an administrator.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used to sign in',
    used: {
      one: 'Somebody signed in as you with one of your recovery codes. {count} is left.',
      other: 'Somebody signed in as you with one of your recovery codes. {count} are left.',
    },
    otherwise: 'If this was not you, change your password and make new codes: {url}',
  },
  second_factor_changed: {
    subject: '{change}',
    changed: '{change} for your account at {instance}, by {actor}, on {time}.',
    otherwise: 'If you did not expect this, change your password and tell an administrator: {url}',
  },
  secret_created: {
    subject: 'One-time secret "{label}" waits for you',
    sent: '{sender} has sent you the one-time secret "{label}".',
    open: 'Only you can open it, signed in as yourself, once, until {time}.',
    open_with_passphrase:
      'Only you can open it, signed in as yourself, once, until {time}. You need the passphrase that the sender tells you in another way.',
    be_ready: 'Be ready to keep the value where it belongs before you open it: it is not shown again.',
  },
  secret_read: {
    subject: 'One-time secret "{label}" was read',
    opened: '{reader} has opened the one-time secret "{label}".',
    opened_from: '{reader} has opened the one-time secret "{label}" from {ip_address}.',
    destroyed: 'Its value is destroyed on this server.',
  },
  secret_reopened: {
    subject: 'One-time secret "{label}" was opened a second time',
    opened: 'The one-time secret "{label}" was read already when the session of {reader} opened it again. It showed nothing.',
    opened_from:
      'The one-time secret "{label}" was read already when the session of {reader} opened it again from {ip_address}. It showed nothing.',
    token_deactivated: 'The API token in it has been deactivated, to be safe.',
    replace: 'If that was not you opening it twice, someone else knows the value: replace it.',
  },
  secret_refused: {
    subject: 'One-time secret "{label}" was refused to somebody else',
    tried: '{actor} tried to open the one-time secret "{label}", which is for {reader} only. The value was not shown.',
    tried_from:
      '{actor} tried to open the one-time secret "{label}" from {ip_address}, which is for {reader} only. The value was not shown.',
    passed_on: 'If that person has the link, it was passed on to them.',
  },
  secret_destroyed: {
    subject: 'One-time secret "{label}" was destroyed',
    destroyed: 'The one-time secret "{label}" from {sender} to {reader} was destroyed unread.',
  },
  secret_expired: {
    subject: 'One-time secret "{label}" has expired unread',
    expired: '{reader} has not opened the one-time secret "{label}" in time. Its value is destroyed.',
    again: 'Send it again if it is still needed.',
  },
  secret_withdrawn: {
    subject: 'One-time secret "{label}" was withdrawn',
    withdrawn: '{actor} has withdrawn the one-time secret "{label}" before it was read. Its value is destroyed.',
  },
  suspended_tickets_exported: {
    subject: 'Your export of the suspended tickets',
  },
  view_exported: {
    subject: 'Your export of the view "{view}"',
  },
  user_asked_for: {
    subject: 'A user is asked for',
    asks: '{actor} asks you to make a user at {instance}.',
    who: 'Name: {name}\nE-mail: {email}',
  },
  webhook_paused: {
    subject: 'The webhook {webhook} is paused',
    happened:
      'Too many calls of the webhook "{webhook}" have failed, so it is paused. Every few seconds one call tries whether it works again.',
    what_now: 'Calls that were not sent meanwhile are marked "circuit broken" in its log. They can be sent again.',
    log: 'Its log: {url}',
  },
  wrong_codes: {
    subject: 'Somebody has your password',
    tried: 'Somebody gave your password at {instance} and then {count} wrong codes of your second factor.',
    tried_from:
      'Somebody gave your password at {instance} and then {count} wrong codes of your second factor, from the address {ip_address}.',
    otherwise: 'If this was not you, change your password: {url}',
  },
} as const
