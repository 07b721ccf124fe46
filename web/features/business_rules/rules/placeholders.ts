/** A text that stands for a value of the ticket. */
export interface Placeholder {
  name: string
  label: string
}

/** The placeholders that are offered, in groups; every documented one can be typed. @source docs/reference/business_rules.md §7 */
export const placeholders: readonly { title: string; placeholders: readonly Placeholder[] }[] = [
  {
    title: 'Ticket',
    placeholders: [
      { name: 'ticket.id', label: 'Number' },
      { name: 'ticket.title', label: 'Subject' },
      { name: 'ticket.description', label: 'Description' },
      { name: 'ticket.link', label: 'Link' },
      { name: 'ticket.status', label: 'Status' },
      { name: 'ticket.priority', label: 'Priority' },
      { name: 'ticket.group.name', label: 'Group' },
      { name: 'ticket.tags', label: 'Tags' },
      { name: 'ticket.due_date', label: 'Due date' },
      { name: 'ticket.account', label: 'Name of the account' },
    ],
  },
  {
    title: 'Comments',
    placeholders: [
      { name: 'ticket.latest_comment_formatted', label: 'Newest comment' },
      { name: 'ticket.latest_public_comment_formatted', label: 'Newest public comment' },
      { name: 'ticket.comments_formatted', label: 'All comments' },
      { name: 'ticket.public_comments_formatted', label: 'All public comments' },
    ],
  },
  {
    title: 'People',
    placeholders: [
      { name: 'ticket.requester.name', label: 'Requester’s name' },
      { name: 'ticket.requester.first_name', label: 'Requester’s first name' },
      { name: 'ticket.requester.email', label: 'Requester’s address' },
      { name: 'ticket.organization.name', label: 'Organization' },
      { name: 'ticket.assignee.name', label: 'Assignee’s name' },
      { name: 'ticket.assignee.email', label: 'Assignee’s address' },
      { name: 'current_user.name', label: 'Current user’s name' },
    ],
  },
]

const MARKUP = /\{\{[^}]*\}\}|\{%[^%]*%\}/g

/** Whether a text is JSON once its placeholders are filled in; undefined if it does not look like JSON. */
export function isJsonTemplate(text: string): boolean | undefined {
  if (!/^\s*[{[]/.test(text) || /^\s*\{[{%]/.test(text)) return undefined
  try {
    JSON.parse(text.replace(MARKUP, (markup) => (markup.startsWith('{{') ? '0' : '')))
    return true
  } catch {
    // what is asked
    return false
  }
}
