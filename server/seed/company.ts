/**
 * THE INVENTED COMPANY: Harbour Lane makes coffee machines for cafés and offices and sends them beans. Its colleagues, its customers, and
 * the fields of its forms. None of the people are real; every address is below example.com or example.org.
 */

/** A team of the company. */
export interface Team {
  readonly name: string
  readonly description: string
}
export const TEAMS = [
  { name: 'Front Desk', description: 'First answers, and everything that belongs nowhere else' },
  { name: 'Machines', description: 'Repairs, spare parts and the workshop' },
  { name: 'Orders', description: 'Beans, subscriptions and deliveries' },
  { name: 'Accounts', description: 'Invoices, payments and contracts' },
] as const satisfies readonly Team[]
export type TeamName = (typeof TEAMS)[number]['name']

/** An agent. The first team is their primary one. */
export interface Colleague {
  readonly name: string
  readonly teams: readonly TeamName[]
  readonly signature: string
}
export const COLLEAGUES: readonly Colleague[] = [
  { name: 'Marta Lindqvist', teams: ['Front Desk', 'Orders'], signature: 'Marta, Harbour Lane' },
  { name: 'Deniz Aksoy', teams: ['Front Desk', 'Machines'], signature: 'Deniz\nHarbour Lane Front Desk' },
  { name: 'Tom Okafor', teams: ['Machines'], signature: 'Tom Okafor, workshop' },
  { name: 'Ilse Brandt', teams: ['Machines', 'Front Desk'], signature: 'Ilse Brandt\nWorkshop, Harbour Lane' },
  { name: 'Priya Raman', teams: ['Orders'], signature: 'Priya' },
  { name: 'Luca Ferri', teams: ['Orders', 'Front Desk'], signature: 'Luca Ferri, Orders' },
  { name: 'Grace Mbeki', teams: ['Accounts'], signature: 'Grace Mbeki\nAccounts' },
  { name: 'Yusuf Haddad', teams: ['Accounts', 'Front Desk'], signature: 'Yusuf' },
]

/** A customer's company. */
export interface Firm {
  readonly name: string
  readonly domain: string
  readonly tags: readonly string[]
  readonly details: string
  readonly people: readonly string[]
  /** The language its people write in, where it is not English. */
  readonly locale?: Locale
}
export type Locale = 'de' | 'fr' | 'es' | 'ja'

export const FIRMS: readonly Firm[] = [
  {
    name: 'Copper Kettle Cafés',
    domain: 'copperkettle.example.com',
    tags: ['cafe', 'premium'],
    details: 'Five cafés, nine machines',
    people: ['Hannah Whitlock', 'Owen Pryce', 'Bea Santos', 'Callum Reid'],
  },
  {
    name: 'Northgate Books',
    domain: 'northgatebooks.example.com',
    tags: ['retail'],
    details: 'Bookshop with a café on the first floor',
    people: ['Simon Ashdown', 'Noor El-Amin', 'Fiona Gale'],
  },
  {
    name: 'Brightwater Clinic',
    domain: 'brightwater.example.org',
    tags: ['office', 'health'],
    details: 'Two staff rooms and a waiting area',
    people: ['Dr. Amara Cole', 'Peter Lund', 'Joanne Tierney'],
  },
  {
    name: 'Fielding & Rowe LLP',
    domain: 'fieldingrowe.example.com',
    tags: ['office', 'premium'],
    details: 'Law office, invoices by purchase order only',
    people: ['Charlotte Rowe', 'Edwin Marsh', 'Tessa Quill', 'Ravi Menon'],
  },
  {
    name: 'Tidal Robotics',
    domain: 'tidalrobotics.example.com',
    tags: ['office'],
    details: 'Growing fast; orders change every month',
    people: ['Kim Nakata', 'Jonas Weller', 'Sofia Duarte', 'Alex Petrov'],
  },
  {
    name: 'Little Harbour School',
    domain: 'littleharbour.example.org',
    tags: ['school'],
    details: 'Closed in July and August',
    people: ['Maeve Connolly', 'Greg Tan'],
  },
  {
    name: 'Hotel Seestern',
    domain: 'seestern.example.com',
    tags: ['hotel', 'premium'],
    details: 'Frühstück für 120 Gäste',
    people: ['Katrin Vogel', 'Matthias Huber', 'Jürgen Ötzel'],
    locale: 'de',
  },
  {
    name: 'Boulangerie Aubert',
    domain: 'aubert.example.com',
    tags: ['cafe'],
    details: 'Trois boutiques à Lyon',
    people: ['Élodie Aubert', 'Bastien Moreau', 'Zoé Lefèvre'],
    locale: 'fr',
  },
  {
    name: 'Mercado Azul',
    domain: 'mercadoazul.example.com',
    tags: ['retail'],
    details: 'Supermercado con cafetería',
    people: ['Lucía Peña', 'Íñigo Ruiz', 'Carmen Ortega'],
    locale: 'es',
  },
  {
    name: 'Kissaten Aoi',
    domain: 'aoi.example.com',
    tags: ['cafe'],
    details: '京都の喫茶店',
    people: ['Haruka Aoi', 'Kenji Mori'],
    locale: 'ja',
  },
  {
    name: 'Pemberton Gym',
    domain: 'pembertongym.example.com',
    tags: ['retail'],
    details: 'Machine by the entrance, used around the clock',
    people: ['Dean Pemberton', 'Lola Finch', 'Marcus Bell', 'Iris Chau'],
  },
  {
    name: 'The Old Mill Theatre',
    domain: 'oldmill.example.org',
    tags: ['culture'],
    details: 'Busy in the evening only',
    people: ['Winifred Hale', 'Ben Sorensen', 'Aisha Karim', 'Rory Dunne', 'Paula Voss'],
  },
]

export const MACHINES = ['Corvo Uno', 'Corvo Due', 'Mistral 4', 'Mistral Mini', 'Pino grinder'] as const

/** Ticket fields in addition to the system's. The value of an option is its tag. */
export const FIELDS = [
  { key: 'machine', type: 'tagger', title: 'Machine', options: MACHINES.map((name) => ({ name, value: tagOf(name) })) },
  { key: 'serial', type: 'text', title: 'Serial number', options: [] },
  { key: 'order', type: 'text', title: 'Order number', options: [] },
  { key: 'warranty', type: 'checkbox', title: 'Under warranty', options: [] },
] as const
export type FieldKey = (typeof FIELDS)[number]['key']

export const FORMS = [
  { name: 'Machine trouble', fields: ['machine', 'serial', 'warranty'] },
  { name: 'Orders and deliveries', fields: ['order'] },
] as const satisfies readonly { readonly name: string; readonly fields: readonly FieldKey[] }[]
export type FormName = (typeof FORMS)[number]['name']

export const STATUSES = [
  { label: 'Waiting for parts', category: 'hold', shown: 'On hold', description: 'The workshop has ordered a spare part' },
  {
    label: 'Waiting for a photo',
    category: 'pending',
    shown: 'Awaiting your reply',
    description: 'We have asked the customer for a picture',
  },
  { label: 'In the workshop', category: 'open', shown: 'In the workshop', description: 'The machine is on the bench' },
] as const
export type StatusLabel = (typeof STATUSES)[number]['label']

/** One kind of incident with the texts of its tickets. */
export interface Case {
  readonly team: TeamName
  readonly form?: FormName
  readonly type: 'question' | 'incident' | 'problem' | 'task'
  readonly tags: readonly string[]
  readonly subjects: readonly string[]
  readonly openings: readonly string[]
  readonly replies: readonly string[]
  readonly answers: readonly string[]
  readonly solutions: readonly string[]
  readonly notes: readonly string[]
  readonly waits?: StatusLabel
}

/** A name as a tag. */
export function tagOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '_')
}

/** A person's address at a domain: `marta.lindqvist@…`. */
export function addressOf(name: string, domain: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return `${plain.replace(/[^a-z]+/g, '.').replace(/^dr\./, '')}@${domain}`
}

/** The domain of the colleagues' addresses. */
export const OWN_DOMAIN = 'harbourlane.example.com'
