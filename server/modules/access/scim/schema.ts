// SCIM 2.0: an identity provider creates, changes and deactivates the agents and administrators of an account.
// Not here: end users, who are not in a company's directory; groups.
import Type from 'typebox'

/** The URNs of SCIM schemas and messages. @source RFC 7643 §8.7, RFC 7644 §3 */
export const URN = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  provider: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resource_type: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
} as const

/** Any SCIM message. Its members depend on its `schemas`. */
export const ScimMessage = Type.Object({ schemas: Type.Array(Type.String()) })
