/** The words that searches find an asset by: those of its name, and those of its other texts and values. Pure. */
import { wordsOf } from '#modules/custom_data/custom_object_records/words.ts'
import type { ProfileValues } from '#modules/custom_data/custom_fields/values.ts'

/** The members of an asset that are searched besides its name and its custom values. */
export const SEARCHED_MEMBERS = ['external_id', 'asset_tag', 'serial_number', 'manufacturer', 'model', 'vendor', 'notes'] as const

/** The texts of an asset. */
export type AssetTexts = Readonly<Record<(typeof SEARCHED_MEMBERS)[number], string | null>> & {
  readonly name: string
  readonly custom_field_values: ProfileValues
}

/** The words of its name, and those of all else, each as one text. */
export function assetWords(asset: AssetTexts): { name: string; rest: string } {
  const values = Object.values(asset.custom_field_values).flatMap((value) => (typeof value === 'boolean' ? [] : [value].flat().map(String)))
  const members = SEARCHED_MEMBERS.map((member) => asset[member] ?? '')
  return { name: wordsOf(asset.name).join(' '), rest: wordsOf([...members, ...values].join(' ')).join(' ') }
}
