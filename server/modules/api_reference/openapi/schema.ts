/** What a description of the API is on the wire, as far as its form does not depend on what it describes. @source https://spec.openapis.org/oas/v3.1.0 */
import Type from 'typebox'
import { anyObject, text } from '#http/answer_shape.ts'

export const Description = Type.Object({
  openapi: text,
  info: Type.Object({
    title: text,
    version: text,
    description: text,
    license: Type.Object({ name: text, identifier: text }),
  }),
  servers: Type.Array(Type.Object({ url: text })),
  security: Type.Array(anyObject),
  tags: Type.Array(Type.Object({ name: text, description: text }), {
    description: 'The topics of the API, in the order in which they should be shown.',
  }),
  // understood by many programs that show OpenAPI documents
  'x-tagGroups': Type.Array(
    Type.Object({ name: text, tags: Type.Array(text, { description: 'The names of its topics. Each topic is in one group.' }) }),
    { description: 'The topics grouped by subject.' },
  ),
  paths: anyObject,
  components: anyObject,
})
