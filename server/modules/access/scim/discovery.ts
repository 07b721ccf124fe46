/** The SCIM discovery documents: the features of this service and the schema of its resources. @source RFC 7644 §4; RFC 7643 §5, §6, §7 */
import type { AnswerOf } from '#http/route.ts'
import { type ScimAttribute, type ScimProvider, type ScimResourceType, type ScimSchema, URN } from './schema.ts'

/** The most resources of a list. */
export const MAX_RESULTS = 200

const unsupported = { supported: false }

/** @source RFC 7643 §5 */
export const PROVIDER_CONFIG: AnswerOf<typeof ScimProvider> = {
  schemas: [URN.provider],
  patch: { supported: true },
  bulk: { ...unsupported, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: unsupported,
  sort: unsupported,
  etag: unsupported,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'OAuth Bearer Token',
      description: 'An access token of an administrator with the scope scim',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
}

/** @source RFC 7643 §6 */
export const RESOURCE_TYPE: AnswerOf<typeof ScimResourceType> = {
  schemas: [URN.resource_type],
  id: 'User',
  name: 'User',
  endpoint: '/Users',
  description: 'Agents and admins',
  schema: URN.user,
}

type Attribute = AnswerOf<typeof ScimAttribute>

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})
const makeComplexAttribute = (name: string, description: string, multiValued: boolean, subAttributes: readonly Attribute[]) => ({
  ...text(name, description, { type: 'complex', multiValued }),
  subAttributes,
})
const primary = text('primary', 'Whether it is the first choice', { type: 'boolean' })

/** @source RFC 7643 §7, §4.1 */
export const USER_SCHEMA: AnswerOf<typeof ScimSchema> = {
  schemas: [URN.schema],
  id: URN.user,
  name: 'User',
  description: 'An agent or admin',
  attributes: [
    text('userName', 'The e-mail address used for signing in', { required: true, uniqueness: 'server' }),
    text('externalId', "The provider's own id of the person", { caseExact: true, uniqueness: 'server' }),
    text('displayName', 'The name as it is shown'),
    makeComplexAttribute('name', 'The parts of the name; only the whole is kept', false, [
      text('formatted', 'The whole name'),
      text('givenName', 'All but the last word'),
      text('familyName', 'The last word'),
    ]),
    makeComplexAttribute('emails', 'The e-mail address, once', true, [text('value', 'The address'), text('type', 'Always work'), primary]),
    makeComplexAttribute('phoneNumbers', 'The telephone number, once', true, [text('value', 'The number'), text('type', 'Always work')]),
    text('active', 'false suspends the person and ends every credential of theirs', { type: 'boolean' }),
    text('userType', 'The role', { canonicalValues: ['agent', 'admin'] }),
    makeComplexAttribute('roles', 'The role, once', true, [
      text('value', 'agent or admin', { canonicalValues: ['agent', 'admin'] }),
      primary,
    ]),
    text('locale', 'The language, such as en-US'),
    text('timezone', 'The time zone by its IANA name', { mutability: 'readOnly' }),
  ],
}
