/** Which columns hold values that are sealed with the secret of the installation. */

/**
 * A column of sealed values. `key` identifies the row within its instance; `place` is what the value is sealed for, after the account;
 * `sealed_at` is about when.
 */
interface SealedColumn {
  readonly table: string
  readonly column: string
  readonly key: string
  readonly purpose: string
  readonly place: string
  readonly sealed_at: string
  readonly condition?: string
}

/** The values sealed under the secret alone. A one-time secret with a passphrase opens only with that, so it cannot be sealed anew. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'second_factors',
    column: 'secret_cipher',
    key: 'user_id',
    purpose: 'second_factor',
    place: 'user_id',
    sealed_at: 'created_at',
  },
  {
    table: 'identity_providers',
    column: 'client_secret_cipher',
    key: 'id',
    purpose: 'identity_provider',
    place: 'id',
    sealed_at: 'updated_at',
    condition: 'length(client_secret_cipher) > 0',
  },
  {
    table: 'integrations',
    column: 'sealed',
    key: 'id',
    purpose: 'integration',
    place: 'access_request_id',
    sealed_at: 'updated_at',
  },
  { table: 'targets', column: 'secrets', key: 'id', purpose: 'target', place: 'id', sealed_at: 'updated_at' },
  { table: 'webhooks', column: 'secrets', key: 'id', purpose: 'webhook', place: 'id', sealed_at: 'coalesce(updated_at, created_at)' },
  {
    table: 'shared_secrets',
    column: 'value_cipher',
    key: 'id',
    purpose: 'shared_secret',
    place: 'id',
    sealed_at: 'created_at',
    condition: 'passphrase_salt is null',
  },
]
