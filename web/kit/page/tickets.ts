// Made-up tickets, the same each time.

export interface Ticket {
  id: number
  subject: string
  excerpt: string
  requester: string
  group: string
  tone: 'good' | 'warning' | 'off' | 'note'
  isUnread: boolean
  minutes: number
}

const SUBJECTS = [
  'Grinder jams after ten shots',
  'Invoice 20931 charged twice',
  'Can we move Thursday’s delivery?',
  'Wrong roast in B28454',
  'Descaling tablets for the X2',
  'Login loop in the shop',
  'אפשר לשנות את כתובת המשלוח?',
  'Price list 2027 for wholesale, with the volume discounts and what they are before tax in all countries that we deliver to',
]
const EXCERPTS = [
  'It stops with E3 and smells warm. We opened it and found',
  'Hi Priya, the bank shows two debits on the',
  'Our loading bay is closed',
]
const PEOPLE = ['Lena Ortiz', 'Old Mill Theatre', 'Hassan Bey', 'Paula Voss', 'Café Nordlicht', 'Jonas Weber', 'Noa Levi', 'Winifred Hale']
const TONES = ['warning', 'note', 'off', 'good'] as const
const pick = <Value>(values: readonly Value[], index: number) => values[index % values.length]

/** A ticket by its number. */
export function makeTicket(id: number): Ticket {
  return {
    id,
    subject: pick(SUBJECTS, id) ?? '',
    excerpt: pick(EXCERPTS, id) ?? '',
    requester: pick(PEOPLE, id * 3) ?? '',
    group: id % 2 === 0 ? 'Machines' : 'Orders',
    tone: pick(TONES, id) ?? 'note',
    isUnread: id % 5 < 2,
    minutes: (id * 7) % 600,
  }
}

/** As many tickets. */
export function makeTickets(count: number): Ticket[] {
  return Array.from({ length: count }, (_, index) => makeTicket(index + 1))
}
