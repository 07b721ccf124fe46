/** The logo of a brand. @source docs/reference/account.md §1 */
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { MissingParameter, refuseInvalid } from '#core/errors.ts'
import type { SentFile } from '#http/route.ts'
import { checkPicture, storePictureFor, putPicture } from '#modules/common/attachments/picture.ts'
import type { NewAttachment } from '#modules/common/attachments/store.ts'
import { recordConfigurationChange } from '#modules/common/audit_logs/record_store.ts'
import { type BrandRow, getBrand, updateLogo } from './store.ts'

/** The name of the picture in a form. */
export const LOGO_FIELD = 'brand[logo][uploaded_data]'

/**
 * Sets the logo of a brand. The route checks the permission before the file is received.
 * @throws NotFound @throws MissingParameter without a file @throws RecordInvalid when it is not a picture
 */
export async function changeLogo(ctx: Context, id: number, files: readonly SentFile[]): Promise<BrandRow> {
  const brand = await getBrand(ctx, id)
  if (!files.some((file) => file.field === LOGO_FIELD)) throw new MissingParameter('brand')
  return withLogo(ctx, files, () => Promise.resolve(brand))
}

/**
 * Writes a brand, and its logo where a form has one. The routes check the permission before the files are received.
 * @throws RecordInvalid when the file is not a picture, and what `write` throws @source docs/reference/account.md §1
 */
export async function withLogo(ctx: Context, files: readonly SentFile[], write: (ctx: Context) => Promise<BrandRow>): Promise<BrandRow> {
  const logo = files.find((file) => file.field === LOGO_FIELD)
  if (logo === undefined) return write(ctx)
  refuseInvalid(checkPicture('logo', logo))
  return storePictureFor(ctx, logo, async (tx, kept) => writeLogo(tx, (await write(tx)).id, kept))
}

/** Removes a brand's logo, if it has one. @throws Forbidden @throws NotFound */
export async function removeLogo(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'brand.manage')
  const { logo } = await getBrand(ctx, id)
  if (logo !== null) await inTransaction(ctx, (tx) => writeLogo(tx, id, null))
}

async function writeLogo(tx: Context, id: number, kept: NewAttachment | null): Promise<BrandRow> {
  await updateLogo(tx, id, await putPicture(tx, { column: 'logo_of_id', id }, kept))
  const row = await getBrand(tx, id)
  await recordConfigurationChange(tx, {
    action: 'update',
    source_type: 'brand',
    source_id: id,
    source_label: row.name,
    change_description: kept === null ? 'Logo removed' : 'Logo changed',
  })
  return row
}
