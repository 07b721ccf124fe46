// LEAKED SECRETS: anyone who finds a leaked secret of this service reports it here, and it is revoked.
// Not here: searching for them; scanners do that by the prefixes and checksums of core/secrets.ts.
import Type from 'typebox'
import { textOrNull } from '#http/answer_shape.ts'
import { MAX_AT_ONCE } from '#http/bulk_ids.ts'
import { defineInput, listOf, Text, Word, wrapInKey } from '#http/shape.ts'

/** The reports: each with the secret itself and where it was found. */
export const LeakedSecretsBody = wrapInKey('leaked_secrets', listOf(defineInput({ token: Word, url: Text, source: Text }), MAX_AT_ONCE))

/** One result per reported secret, in the same order. `label` says whether it belongs to this account. */
export const LeakedSecretsAnswer = Type.Object({
  leaked_secrets: Type.Array(
    Type.Object({ kind: textOrNull, label: Type.Enum(['true_positive', 'false_positive']) }, { additionalProperties: false }),
  ),
})
