// THE KINDS OF INTEGRATIONS as a table: their configuration, what they own, and the steps of their creation and revocation
// checklists. Not here: creating and revoking them (create.ts, revoke.ts), validating the configuration (check.ts).
import { keysOf } from '#lib/objects.ts'

/** What a member of a configuration can be. */
export const MEMBER_KINDS = ['text', 'email', 'public_url', 'public_host', 'secret'] as const

/** A member of an integration's configuration. A `secret` one is sealed on input and never shown again. */
export interface ConfigMember {
  readonly key: string
  readonly title: string
  readonly hint: string
  readonly is: (typeof MEMBER_KINDS)[number]
  readonly required: boolean
}

/** A step of a checklist. `automatic`: the service does it; a person does the others and ticks them. */
export interface StepDefinition {
  readonly key: string
  readonly title: string
  readonly how: string
  readonly automatic: boolean
}

/** A kind of integration. `issues`: the credentials the service makes and hands to the requester as a one-time secret. */
export interface KindDefinition {
  readonly title: string
  readonly description: string
  /** What it owns and loses at its revocation, as text. */
  readonly owns: readonly string[]
  readonly issues: 'oauth_client' | 'signing_secret' | null
  readonly config: readonly ConfigMember[]
  readonly creation: readonly StepDefinition[]
  readonly revocation: readonly StepDefinition[]
}

const text = (key: string, title: string, hint: string, required = true): ConfigMember => ({ key, title, hint, is: 'text', required })
const makeManualStep = (key: string, title: string, how: string): StepDefinition => ({ key, title, how, automatic: false })
const makeAutomaticStep = (key: string, title: string, how: string): StepDefinition => ({ key, title, how, automatic: true })

const HAND_OVER = makeAutomaticStep(
  'hand_over',
  'Hand the credentials over',
  'They wait for the requester as a one-time secret. The step is done when the requester has opened it; no one else can open it.',
)
const CREDENTIALS_REMOVED =
  'OAuth clients with all their tokens, API tokens and encrypted secrets are removed in one act. The next call with any of them is refused.'
const removeOwned = (how: string) => makeAutomaticStep('remove_credentials', 'Remove everything it owns', how)
const REMOVE_CREDENTIALS = removeOwned(CREDENTIALS_REMOVED)

/** Every kind, by its name in the API. @source docs/reference/specification.md §5.5.5 */
export const INTEGRATION_KINDS = {
  oauth: {
    title: 'OAuth-based',
    description: 'A service that calls the API by itself, with an OAuth client bound to the scopes of its access request.',
    owns: ['An OAuth client', 'Every token granted to it', 'API tokens attached to it'],
    issues: 'oauth_client',
    config: [
      text('service', 'Third-party service', 'The name of the product or program that connects.'),
      {
        key: 'redirect_uri',
        title: 'Redirect address',
        hint: 'Only where people sign in through the service: the HTTPS address it is sent back to.',
        is: 'public_url',
        required: false,
      },
      { key: 'owner_contact', title: 'Contact', hint: 'Whom to write to when it fails.', is: 'email', required: true },
    ],
    creation: [
      makeAutomaticStep(
        'make_client',
        'Make the OAuth client',
        'A confidential client with the scopes of the request as its ceiling, and a first access token.',
      ),
      HAND_OVER,
      makeManualStep(
        'enter_credentials',
        'Enter the credentials in the third-party service',
        'The requester enters identifier and secret where that service keeps secrets, never in a file or a chat, and closes the page.',
      ),
      makeManualStep(
        'verify_call',
        'See the first call arrive',
        'Have the service make one call, then look at the last use of this integration.',
      ),
    ],
    revocation: [
      REMOVE_CREDENTIALS,
      makeManualStep(
        'disconnect',
        'Disconnect in the third-party service',
        'Remove the connection there, and the identifier and secret it has stored.',
      ),
      makeManualStep(
        'confirm_silence',
        'See that it is silent',
        'Look at the calls refused since then. A program that still calls has a copy of the connection, which must be removed, too.',
      ),
    ],
  },
  webhook: {
    title: 'Webhook-based',
    description: 'A service that is notified of events here: calls are sent to its address, signed with a secret of their own.',
    owns: ['A webhook that calls its target address', 'The signing secret of the webhook', 'OAuth clients and API tokens attached to it'],
    issues: 'signing_secret',
    config: [
      text('service', 'Third-party service', 'The name of the product or program that is notified.'),
      {
        key: 'target_url',
        title: 'Target address',
        hint: 'The public HTTPS address that takes the calls.',
        is: 'public_url',
        required: true,
      },
      { key: 'owner_contact', title: 'Contact', hint: 'Whom to write to when it fails.', is: 'email', required: true },
    ],
    creation: [
      makeAutomaticStep(
        'make_signing_secret',
        'Make the signing secret',
        'Every call is signed with it, so that the receiver can tell ours from others.',
      ),
      makeAutomaticStep(
        'make_webhook',
        'Make the webhook',
        'It calls the target address once this checklist is complete. An administrator says when: by events that it subscribes to, or by rules that name it.',
      ),
      HAND_OVER,
      makeManualStep(
        'check_receiver',
        'Let the receiver check signatures',
        'The requester enters the signing secret at the receiver, which refuses calls without a right signature.',
      ),
      makeManualStep(
        'verify_refusal',
        'See a wrong signature refused',
        'Send the target address a call with a signature made up by you: it must be refused.',
      ),
    ],
    revocation: [
      removeOwned(`The webhook is deactivated for good: calls that wait are not made. ${CREDENTIALS_REMOVED}`),
      makeManualStep('close_target', 'Close the target address', 'Have the receiver remove the address, or refuse everything sent to it.'),
      makeManualStep(
        'remove_copies',
        'Settle what the receiver has stored',
        'Agree with its owner what becomes of the data it was sent, and note the answer here.',
      ),
    ],
  },
  mailbox: {
    title: 'Mailbox',
    description: 'A mailbox that this instance reads or that a service reads for it. Its password is stored encrypted and never shown.',
    owns: ['The sealed password of the mailbox', 'OAuth clients and API tokens attached to it'],
    issues: null,
    config: [
      { key: 'address', title: 'Mailbox address', hint: 'For example invoices@example.com', is: 'email', required: true },
      text('folder', 'Folder', 'The only folder that may be read.'),
      { key: 'server', title: 'Mail server', hint: 'Its public name, for example imap.example.com', is: 'public_host', required: true },
      { key: 'username', title: 'User name', hint: 'Where it is not the address.', is: 'text', required: false },
      {
        key: 'password',
        title: 'Password',
        hint: 'One made for this purpose only. It is sealed and never shown again.',
        is: 'secret',
        required: true,
      },
    ],
    creation: [
      makeAutomaticStep(
        'seal_credentials',
        'Encrypt the password',
        'It is encrypted at once; neither pages nor answers nor logs ever show it.',
      ),
      makeManualStep(
        'limit_account',
        'Limit the mail account',
        'At the mail provider: leave it the one folder, no sending, no sign-in by a browser.',
      ),
      makeManualStep('verify_mail', 'See one message arrive', 'Send a message to the address and see it arrive in the folder.'),
    ],
    revocation: [
      REMOVE_CREDENTIALS,
      makeManualStep(
        'change_password',
        'Change the password at the mail provider',
        'Or remove the password that was made for this purpose.',
      ),
      makeManualStep(
        'remove_forwarding',
        'Remove forwarding and permissions',
        'At the mail provider: rules that move messages into the folder, and access of others to it.',
      ),
    ],
  },
  chat: {
    title: 'Chat',
    description: 'A workspace whose channel gets messages of this instance, or whose people act on tickets from there.',
    owns: ['OAuth clients and API tokens attached to it'],
    issues: null,
    config: [
      text('workspace', 'Workspace', 'The name or address of the workspace.'),
      text('channel', 'Channel', 'The one channel it may write to, for example #support'),
      { key: 'owner_contact', title: 'Contact', hint: 'Whom to write to when it fails.', is: 'email', required: true },
    ],
    creation: [
      makeManualStep(
        'install_app',
        'Install the app in the workspace',
        'An administrator of the workspace installs it and reads what it may do there.',
      ),
      makeManualStep(
        'limit_channel',
        'Limit it to the channel',
        'Invite it to the one channel, and see that everybody there may read what it will write.',
      ),
      makeManualStep('verify_message', 'See one message arrive', 'Send a message that holds nothing of a customer.'),
    ],
    revocation: [
      REMOVE_CREDENTIALS,
      makeManualStep(
        'uninstall_app',
        'Uninstall the app from the workspace',
        'An administrator of the workspace removes it, which ends the tokens it has there.',
      ),
      makeManualStep(
        'clean_channel',
        'Settle what the channel holds',
        'Remove messages with data of customers, or archive the channel, as its owner decides.',
      ),
    ],
  },
  generic: {
    title: 'Other',
    description: 'A connection of another kind, described as text. Where a token would do, a token is easier to take back.',
    owns: ['OAuth clients and API tokens attached to it'],
    issues: null,
    config: [
      text('description', 'What connects with what', 'Which programs, where they run, which data goes which way.'),
      { key: 'owner_contact', title: 'Contact', hint: 'Whom to write to when it fails.', is: 'email', required: true },
    ],
    creation: [
      makeManualStep(
        'document',
        'Write down how it is set up',
        'Where the program runs, where it keeps secrets, how it is switched off. Put the address of that page into the note.',
      ),
      makeManualStep('set_up', 'Set it up on both sides', 'Follow what has been written down; correct it where it was wrong.'),
      makeManualStep('verify', 'See that it works, and no more', 'Try one thing that it may do and one that it may not.'),
    ],
    revocation: [
      REMOVE_CREDENTIALS,
      makeManualStep(
        'switch_off',
        'Switch it off on the other side',
        'As written down when it was set up; see that nothing starts it again.',
      ),
      makeManualStep('tell_owner', 'Tell its contact', 'That it has ended, when, and why.'),
    ],
  },
} as const satisfies Record<string, KindDefinition>

export type IntegrationKind = keyof typeof INTEGRATION_KINDS

/** The names of the kinds. */
export const KIND_NAMES = keysOf(INTEGRATION_KINDS)

/** The definition of a kind. */
export function kindNamed(kind: IntegrationKind): KindDefinition {
  return INTEGRATION_KINDS[kind]
}

/** The names of the sealed members of a kind. */
export function listSealedNames({ issues, config }: KindDefinition): string[] {
  const secrets = config.filter(({ is }) => is === 'secret').map(({ key }) => key)
  return issues === 'signing_secret' ? [...secrets, 'signing_secret'] : secrets
}
