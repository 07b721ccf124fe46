/** Limits on custom objects. @source docs/reference/custom_objects.md §1.1 */

/** Objects per instance. */
export const MAX_OBJECTS = 50
/** Fields per object, besides the standard fields. */
export const MAX_FIELDS = 100
/** Lookup fields per object. */
export const MAX_LOOKUP_FIELDS = 10
/** Records per instance. The limit is only reported, not enforced. */
export const MAX_RECORDS = 50_000_000
/** Size of the field values of one record, as JSON. */
export const LARGEST_RECORD_BYTES = 32 * 1024
