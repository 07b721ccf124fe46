import { parseCopySearch } from '#features/business_rules/public.ts'

/** The search parameters of a form of a new policy: the policy whose copy it begins with; its id may be a ULID. */
export function parsePolicyCopySearch({ copy_of }: Record<string, unknown>): { copy_of?: number | string } {
  return typeof copy_of === 'string' && /^[0-9A-Z]{26}$/.test(copy_of) ? { copy_of } : parseCopySearch({ copy_of })
}
