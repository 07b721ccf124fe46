// LEAKED SECRETS: whoever finds a secret of ours where it should not be reports it here, and it stops working.
// Not here: looking for them; scanners do, by the prefixes and checksums of auth/secrets.ts.
import Type from 'typebox'
import { MOST_AT_ONCE } from '../../../http/bulk_ids.ts'
import { input, listOf, Text, Word, wrapped } from '../../../http/shape.ts'

/** Each with the secret itself, and where it was found. */
export const LeakedSecretsBody = wrapped('leaked_secrets', listOf(input({ token: Word, url: Text, source: Text }), MOST_AT_ONCE))

/** One for each secret sent, in the same order. `label` says whether it was one of this instance's. */
export const LeakedSecretsAnswer = Type.Object({
  leaked_secrets: Type.Array(
    Type.Object(
      { kind: Type.Unsafe<string | null>({ type: ['string', 'null'] }), label: Type.Enum(['true_positive', 'false_positive']) },
      { additionalProperties: false },
    ),
  ),
})
