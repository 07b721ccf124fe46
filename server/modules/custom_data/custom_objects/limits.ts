/** How much of custom objects an instance may have. @source docs/reference/custom_objects.md §1.1 */

/** Objects of an instance. */
export const MOST_OBJECTS = 50
/** Fields of an object, beside those every object has. */
export const MOST_FIELDS = 100
/** Fields of an object that name other records. */
export const MOST_LOOKUP_FIELDS = 10
/** Records of an instance. It is told, and nobody counts them when one more is made. */
export const MOST_RECORDS = 50_000_000
/** What the fields of one record may hold, as JSON. */
export const LARGEST_RECORD_BYTES = 32 * 1024
