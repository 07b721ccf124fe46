/** What a template needs to be loaded, from the names it reads. Pure. */

export const PARTS = [
  'requester',
  'assignee',
  'submitter',
  'current_user',
  'copies',
  'organization',
  'group',
  'brand',
  'form',
  'description',
  'latest',
  'comments',
  'fields',
  'option_titles',
  'holders',
  'hours',
] as const
/** A part of the values of a ticket that is loaded only for templates that name it. */
export type Part = (typeof PARTS)[number]

const BY_MEMBER: Readonly<Record<string, Part>> = {
  description: 'description',
  requester: 'requester',
  assignee: 'assignee',
  submitter: 'submitter',
  ccs: 'copies',
  cc_names: 'copies',
  follower_names: 'copies',
  email_cc_names: 'copies',
  organization: 'organization',
  group: 'group',
  brand: 'brand',
  form: 'form',
  comments: 'comments',
  public_comments: 'comments',
  comments_formatted: 'comments',
  public_comments_formatted: 'comments',
  in_business_hours: 'hours',
  current_holiday_name: 'hours',
}

type Path = readonly (string | null)[]

function partOfTicket(member: string): Part | undefined {
  if (member.startsWith('latest_')) return 'latest'
  if (member.startsWith('ticket_field_option_title_')) return 'option_titles'
  if (member.startsWith('ticket_field_')) return 'fields'
  return Object.hasOwn(BY_MEMBER, member) ? BY_MEMBER[member] : undefined
}

/** The parts a name needs: all, where it is only known when it is rendered what the name is. */
function partsOf([root, member]: Path): readonly Part[] {
  if (root === 'current_user' || root === 'agent') return ['current_user']
  if (root !== 'ticket') return []
  if (typeof member !== 'string') return PARTS
  const part = partOfTicket(member)
  return part === undefined ? [] : [part]
}

const HOLDERS: readonly Part[] = ['requester', 'assignee', 'submitter', 'current_user', 'organization']

/** The parts that names need. Custom fields of people and organizations (`holders`) are a part of their own. */
export function findWantedParts(names: readonly Path[]): ReadonlySet<Part> {
  const parts = new Set(names.flatMap(partsOf))
  // a person or an organization as a whole has its fields
  const isWhole = (path: Path) => path.length < (path[0] === 'ticket' ? 3 : 2) || path.at(-1) === 'organization' || path.includes(null)
  const isOfHolder = (path: Path) => partsOf(path).some((part) => HOLDERS.includes(part))
  if (names.some((path) => isOfHolder(path) && (path.includes('custom_fields') || isWhole(path)))) parts.add('holders')
  return parts
}

/** The dynamic content that names mean, by its keys. */
export function findWantedTexts(names: readonly Path[]): readonly string[] {
  return [...new Set(names.flatMap(([root, key]) => (root === 'dc' && typeof key === 'string' ? [key.toLowerCase()] : [])))]
}
