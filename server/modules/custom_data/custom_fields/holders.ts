/** The records with custom fields kept by key: users and organizations. The differences between the two are here and nowhere else. */
import type { Permission } from '#permissions/permission_table.ts'

/** The fields of one kind of record. */
export interface Holder {
  readonly table: 'user_custom_fields' | 'organization_custom_fields'
  /** The plural name of the fields in the API; also the column of their values. */
  readonly fields: 'user_fields' | 'organization_fields'
  readonly field: 'user_field' | 'organization_field'
  readonly records: 'users' | 'organizations'
  readonly list: Permission
  readonly manage: Permission
}

export const USER_HOLDER: Holder = {
  table: 'user_custom_fields',
  fields: 'user_fields',
  field: 'user_field',
  records: 'users',
  list: 'user_field.list',
  manage: 'user_field.manage',
}
export const ORGANIZATION_HOLDER: Holder = {
  table: 'organization_custom_fields',
  fields: 'organization_fields',
  field: 'organization_field',
  records: 'organizations',
  list: 'organization_field.list',
  manage: 'organization_field.manage',
}
