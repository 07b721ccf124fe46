/** The operations of the public API that are left out on purpose, and why: data of `docs/api/coverage.md`. */

/** Operations that are not built. `only` lists some of a heading, as in `docs/api/operations.txt`; without it all of them are meant. */
export interface LeftOut {
  readonly heading: string
  readonly only?: readonly string[]
  readonly reason: string
}

const TELEPHONY = 'opens a page in the browser of an agent who is on the telephone; there is no telephony here'

export const LEFT_OUT: readonly LeftOut[] = [
  {
    heading: 'Basics',
    only: [
      'POST /api/v2/channels/voice/agents/{agent_id}/tickets/{ticket_id}/display',
      'POST /api/v2/channels/voice/agents/{agent_id}/users/{user_id}/display',
    ],
    reason: TELEPHONY,
  },
  {
    heading: 'Brand Agents',
    only: ['DELETE /api/v2/brand_agents/{brand_agent_id}'],
    reason: 'every agent serves every brand, so none can be removed from a brand',
  },
  { heading: 'Channel Framework', reason: 'belongs to a marketplace of channel integrations that only the public service has' },
  { heading: 'Reseller', reason: 'instances are created by the operator, with `deskhand instance`' },
  { heading: 'X Channel', reason: 'no social network is connected' },
  { heading: 'Push Notification Devices', reason: 'there is no mobile application whose devices could be registered' },
]
