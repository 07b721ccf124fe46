/** Members of IT assets and their types. */
export const EMPLOYEE_SERVICE: Readonly<Record<string, string>> = {
  asset_tag: 'What the sticker on it says.',
  asset_type_id: 'The id of its type, which stays.',
  'asset.custom_field_values': 'The values of the custom fields of its type and of the types above it, by their keys.',
  'asset.location_id': 'The id of the location it is at.',
  'asset.manufacturer': 'Who made it.',
  'asset.model': 'Which model it is.',
  'asset.purchase_cost': 'What was paid for it.',
  'asset.purchase_date': 'The day it was bought, as `YYYY-MM-DD`.',
  'asset.serial_number': 'The number its manufacturer gave it.',
  'asset.status_id': 'The id of its status.',
  'asset.vendor': 'Who sold it.',
  'asset.warranty_expiration': 'The last day of its warranty, as `YYYY-MM-DD`.',
  'asset_type.field_keys': 'The keys of its own custom fields, without those it inherits.',
  'asset_type.hierarchy_depth': 'Its level in the tree: 1, 2 or 3.',
  'asset_type.is_standard': 'Whether the account has it from the start.',
  'asset_type.parent_id': 'The id of the type above it, which stays; null at the top of the tree.',
}
