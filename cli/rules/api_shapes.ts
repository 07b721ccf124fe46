/** What of the API's answers the commands on rules read. */

/** Which rule caused something, if one did. */
export interface ApiVia {
  readonly source?: { readonly rel?: string | null; readonly from?: { readonly id?: number; readonly title?: string } }
}

/** An event of an audit. */
export interface ApiEvent {
  readonly id?: number
  readonly type: string
  readonly field_name?: string
  readonly value?: unknown
  readonly body?: string | null
  readonly public?: boolean
  readonly subject?: string
  readonly recipients?: readonly number[]
  readonly resource?: string
  readonly previous_value?: unknown
  /** Of a rating; its comment is `body`. */
  readonly score?: string
  readonly current_followers?: readonly number[]
  readonly previous_followers?: readonly number[]
  readonly current_email_ccs?: readonly number[]
  readonly previous_email_ccs?: readonly number[]
  readonly via?: ApiVia
}

/** An audit of a ticket. */
export interface ApiAudit {
  readonly created_at: string
  readonly author_id: number
  readonly via: ApiVia
  readonly events: readonly ApiEvent[]
}

/** A mail or a call in an audit as its rule has it. */
export interface ApiDelivery {
  readonly event_id: number
  readonly rule: { readonly subject: string | null; readonly body: string; readonly recipients: readonly number[] }
}

/** A ticket. */
export interface ApiTicket {
  readonly created_at: string
  readonly custom_fields?: readonly { readonly id: number; readonly value: unknown }[]
  readonly [member: string]: unknown
}

/** A condition or an action. */
export interface ApiRow {
  readonly field: string
  readonly value: unknown
}

/** A trigger or an automation. */
export interface ApiRule {
  readonly id: number
  readonly title: string
  readonly conditions: { readonly all?: readonly ApiRow[]; readonly any?: readonly ApiRow[] }
  readonly actions: readonly ApiRow[]
}

/** Any other record. */
export interface ApiRecord {
  readonly id: number | string
  readonly name?: string
  readonly role?: string
  readonly role_type?: number | null
  readonly type?: string
  readonly title?: string
  readonly tag?: string | null
  readonly tags?: readonly string[]
  readonly organization_id?: number | null
  readonly shared_tickets?: boolean
  readonly shared_comments?: boolean
  readonly status_category?: string
  readonly agent_label?: string
  readonly ticket_field_ids?: readonly number[]
  readonly custom_field_options?: readonly { readonly name: string; readonly value: string }[] | null
}
