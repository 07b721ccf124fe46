/** The acts on support addresses: add, change, remove. */
import { randomBytes } from 'node:crypto'
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, refuseInvalid } from '#core/errors.ts'
import { makeBlankProblem, makeInvalidProblem } from '#core/problems.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { defaultBrand, findBrands } from '../brands/store.ts'
import type { AddressInput } from './schema.ts'
import {
  type AddressRow,
  defaultAddress,
  deleteAddress,
  getAddress,
  insertAddress,
  isEmailTaken,
  updateAddress,
  updateDefault,
} from './store.ts'
import { isEmailAddress, plainAddress } from '#lib/text_forms.ts'

const CODE_BYTES = 16

const audit = (
  tx: Context,
  action: 'create' | 'update' | 'destroy',
  { id, email }: Pick<AddressRow, 'id' | 'email'>,
  change_description: string,
) => recordAudit(tx, { action, source_type: 'recipient_address', source_id: id, source_label: email, change_description })

async function checkBrand(ctx: Context, id: number | null | undefined): Promise<Details> {
  if (id === undefined || id === null) return {}
  const [brand] = await findBrands(ctx, [id])
  const fine = brand !== undefined && brand.active && !brand.is_deleted
  return fine ? {} : { brand_id: [makeInvalidProblem('Brand')] }
}

function checkEmail(email: string, taken: boolean): Details {
  if (email === '') return { email: [makeBlankProblem('Email')] }
  if (!isEmailAddress(email)) return { email: [{ description: `Email: ${email} is not properly formatted`, error: 'InvalidFormat' }] }
  return taken ? { email: [{ description: 'Email: has already been taken', error: 'DuplicateValue' }] } : {}
}

/** Adds a support address. The first one is the default. @throws Forbidden @throws RecordInvalid @source docs/reference/account.md §4 */
export async function createAddress(ctx: Context, input: AddressInput): Promise<AddressRow> {
  requirePermission(ctx, 'recipient_address.manage')
  const email = plainAddress(input.email ?? '')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    refuseInvalid({ ...checkEmail(email, await isEmailTaken(tx, email)), ...(await checkBrand(tx, input.brand_id)) })
    const brand_id = input.brand_id ?? (await defaultBrand(tx)).id
    const isFirst = (await defaultAddress(tx)) === undefined
    const domain_verification_code = randomBytes(CODE_BYTES).toString('hex')
    const id = await insertAddress(tx, { brand_id, name: (input.name ?? '').trim() || tx.account.name, email, domain_verification_code })
    if (isFirst || input.default === true) await updateDefault(tx, id)
    await audit(tx, 'create', { id, email }, 'Created')
    return getAddress(tx, id)
  })
}

/**
 * Changes an address's name or brand, or makes it the default; its e-mail address cannot be changed.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 * @source docs/reference/account.md §4
 */
export async function changeAddress(ctx: Context, id: number, input: AddressInput): Promise<AddressRow> {
  requirePermission(ctx, 'recipient_address.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = await getAddress(tx, id)
    const unsetsDefault = before.default && input.default === false
    refuseInvalid({
      ...(await checkBrand(tx, input.brand_id)),
      ...(unsetsDefault ? { default: [{ description: 'Default: make another address the default instead', error: 'InvalidValue' }] } : {}),
    })
    await updateAddress(tx, id, { name: input.name?.trim() || before.name, brand_id: input.brand_id ?? before.brand_id })
    if (input.default === true && !before.default) await updateDefault(tx, id)
    await audit(tx, 'update', before, input.default === true && !before.default ? 'Made the default' : 'Changed')
    return getAddress(tx, id)
  })
}

/**
 * Removes an address, except the default one.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 * @source docs/reference/account.md §4
 */
export async function removeAddress(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'recipient_address.manage')
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = await getAddress(tx, id)
    if (before.default) refuseInvalid({ base: [{ description: 'The default support address cannot be deleted' }] })
    await deleteAddress(tx, id)
    await audit(tx, 'destroy', before, 'Deleted')
  })
}
