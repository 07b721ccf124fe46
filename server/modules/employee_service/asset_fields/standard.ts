/**
 * The standard fields, which every asset has as members of its own: data. Their ids are below those of custom fields. Keys are named as the
 * standard fields of custom objects are.
 * @source docs/reference/employee_service.md §1.5
 */

/** A standard field. */
export interface StandardField {
  readonly id: number
  readonly key: string
  readonly title: string
  readonly type: string
  readonly required: boolean
  readonly relationship_target_type?: string
}

const field = (id: number, name: string, title: string, type: string, rest: Partial<StandardField> = {}): StandardField => ({
  id,
  key: `standard::${name}`,
  title,
  type,
  required: false,
  ...rest,
})

export const STANDARD_FIELDS: readonly StandardField[] = [
  field(1, 'name', 'Name', 'text', { required: true }),
  field(2, 'asset_type', 'Asset type', 'lookup', { required: true }),
  field(3, 'status', 'Status', 'lookup', { required: true }),
  field(4, 'location', 'Location', 'lookup'),
  field(5, 'user', 'User', 'lookup', { relationship_target_type: 'zen:user' }),
  field(6, 'organization', 'Organization', 'lookup', { relationship_target_type: 'zen:organization' }),
  field(7, 'asset_tag', 'Asset tag', 'text'),
  field(8, 'serial_number', 'Serial number', 'text'),
  field(9, 'manufacturer', 'Manufacturer', 'text'),
  field(10, 'model', 'Model', 'text'),
  field(11, 'vendor', 'Vendor', 'text'),
  field(12, 'purchase_cost', 'Purchase cost', 'decimal'),
  field(13, 'purchase_date', 'Purchase date', 'date'),
  field(14, 'warranty_expiration', 'Warranty expiration', 'date'),
  field(15, 'external_id', 'External ID', 'text'),
  field(16, 'notes', 'Notes', 'textarea'),
]
