/** Creates an instance within milliseconds, for a test or a trial, and drops it again. The command line creates permanent ones. */
import { randomBytes } from 'node:crypto'
import { AccountError, addBootstrapToken, createAccount, dropAccount } from '#accounts/create.ts'
import { ACCOUNTS_TOPIC } from '#accounts/directory.ts'
import { makeSecret } from '#core/secrets.ts'
import type { Context } from '#core/context.ts'
import { NotFound, RecordInvalid, Unprocessable } from '#core/errors.ts'
import { machineNow } from '#lib/clock.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import type { InstanceInput } from './schema.ts'
import { countDroppable, isDroppable } from './store.ts'
import { addressKey, isEmailAddress } from '#lib/text_forms.ts'

/** The most instances at a time. The command line is not limited. */
const MAX_INSTANCES = 500

/** A created instance. `token` is returned only here. */
export interface MadeInstance {
  readonly subdomain: string
  readonly name: string
  readonly owner: { readonly id: number; readonly email: string }
  readonly token: string
}

/**
 * Creates a development instance whose owner has an API token and no password.
 * @throws RecordInvalid for an invalid subdomain or address @throws Unprocessable when there are too many
 */
export async function createInstance(ctx: Context, given: InstanceInput): Promise<MadeInstance> {
  const { services } = ctx
  const subdomain = given.subdomain ?? `i${randomBytes(8).toString('hex')}`
  const name = given.name ?? subdomain
  const email = addressKey(given.owner_email ?? 'admin@example.com')
  if (!isEmailAddress(email)) throw problem('owner_email', 'Owner email: is invalid')
  const token = makeSecret('dhp')
  const settings = given.unlimited === true ? { rate_limit: { plan: 'unlimited', endpoints: false } } : {}
  const now = machineNow()
  const owner = await services.database
    .transaction(async (tx) => {
      if ((await countDroppable(tx)) >= MAX_INSTANCES)
        throw new Unprocessable('TooManyInstances', `There may be ${MAX_INSTANCES} instances at a time: drop those that are no longer used`)
      const account = await createAccount(
        tx,
        {
          subdomain,
          name,
          settings,
          domain: services.config.domain,
          is_default: false,
          kind: 'development',
          deployment: 'commercial',
          owner: { name: 'Administrator', email, password_hash: null },
        },
        now,
      )
      const purpose = { description: 'Made with the instance', reason: 'Issued to the operator who created the instance over the API' }
      await addBootstrapToken(tx, services.pepper, { ...account, purpose }, token, now)
      await services.cache.invalidate(tx, ACCOUNTS_TOPIC)
      await recordAudit({ ...ctx, db: tx }, entry('create', account.id, subdomain))
      return { id: account.owner_id, email }
    })
    .catch((error: unknown) => {
      throw error instanceof AccountError ? problem('subdomain', `Subdomain: ${error.message}`) : error
    })
  return { subdomain, name, owner, token }
}

/** Drops an instance with all its data. @throws NotFound when there is none, and for the first instance and those in production */
export async function dropInstance(ctx: Context, subdomain: string): Promise<void> {
  const { services } = ctx
  if (!(await isDroppable(services.database, subdomain))) throw new NotFound()
  await services.database.transaction(async (tx) => {
    await dropAccount(tx, services.files.remove, subdomain)
    await services.cache.invalidate(tx, ACCOUNTS_TOPIC)
    await recordAudit({ ...ctx, db: tx }, entry('destroy', 0, subdomain))
  })
}

const problem = (name: string, description: string) => new RecordInvalid({ [name]: [{ description, error: 'InvalidValue' }] })

/** The entry for the audit log of the first instance, which the operator reads. */
function entry(action: 'create' | 'destroy', source_id: number, subdomain: string) {
  const change_description = `${action === 'create' ? 'Made' : 'Dropped'} over the API, with the operator’s secret`
  return { action, source_type: 'account', source_id, source_label: subdomain, change_description }
}
