// SCIM 2.0: an identity provider creates, changes and deactivates the agents and administrators of an account.
// Not here: end users, who are not in a company's directory; groups.
import Type, { type TSchema } from 'typebox'
import { flag, text, texts, whole } from '#http/answer_shape.ts'

/** The URNs of SCIM schemas and messages. @source RFC 7643 §8.7, RFC 7644 §3 */
export const URN = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  provider: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resource_type: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
} as const

const closed = { additionalProperties: false }

/** An agent or admin. @source RFC 7643 §4.1 */
export const ScimUser = Type.Object(
  {
    schemas: texts,
    id: text,
    externalId: Type.Optional(text),
    userName: text,
    name: Type.Object({ formatted: text, givenName: text, familyName: text }, closed),
    displayName: text,
    emails: Type.Array(Type.Object({ value: text, type: text, primary: flag }, closed)),
    phoneNumbers: Type.Optional(Type.Array(Type.Object({ value: text, type: text }, closed))),
    active: Type.Boolean({ description: 'Whether the user may sign in.' }),
    userType: text,
    roles: Type.Array(Type.Object({ value: text, primary: flag }, closed)),
    locale: text,
    timezone: text,
    meta: Type.Object(
      { resourceType: text, created: text, lastModified: text, location: text },
      { ...closed, description: 'When the user was created and changed, and the address of this resource.' },
    ),
  },
  closed,
)
const { schemas, id, meta } = ScimUser.properties
/** Of the members of a user those that were asked for, and three that are always there. @source RFC 7644 §3.9 */
export const ProjectedScimUser = Type.Object({ ...Type.Partial(ScimUser).properties, schemas, id, meta }, closed)

/** A list of SCIM resources. @source RFC 7644 §3.4.2 */
const listOf = <Resource extends TSchema>(resource: Resource) =>
  Type.Object({ schemas: texts, totalResults: whole, startIndex: whole, itemsPerPage: whole, Resources: Type.Array(resource) }, closed)
export const ScimUsers = listOf(ProjectedScimUser)

/** @source RFC 7643 §6 */
export const ScimResourceType = Type.Object(
  { schemas: texts, id: text, name: text, endpoint: text, description: text, schema: text },
  closed,
)
export const ScimResourceTypes = listOf(ScimResourceType)

const Supported = Type.Object({ supported: flag }, closed)
/** @source RFC 7643 §5 */
export const ScimProvider = Type.Object(
  {
    schemas: texts,
    patch: Supported,
    bulk: Type.Object({ supported: flag, maxOperations: whole, maxPayloadSize: whole }, closed),
    filter: Type.Object({ supported: flag, maxResults: whole }, closed),
    changePassword: Supported,
    sort: Supported,
    etag: Supported,
    authenticationSchemes: Type.Array(Type.Object({ type: text, name: text, description: text, specUri: text, primary: flag }, closed)),
  },
  closed,
)

const ATTRIBUTE = {
  name: text,
  type: text,
  multiValued: flag,
  description: text,
  required: flag,
  caseExact: flag,
  mutability: text,
  returned: text,
  uniqueness: text,
  canonicalValues: Type.Optional(texts),
}
/** What is to be known of an attribute that has no parts. */
export const ScimAttribute = Type.Object(ATTRIBUTE, closed)
/** @source RFC 7643 §7 */
export const ScimSchema = Type.Object(
  {
    schemas: texts,
    id: text,
    name: text,
    description: text,
    attributes: Type.Array(Type.Object({ ...ATTRIBUTE, subAttributes: Type.Optional(Type.Array(ScimAttribute)) }, closed)),
  },
  closed,
)
export const ScimSchemas = listOf(ScimSchema)
