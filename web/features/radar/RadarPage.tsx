// Which parts of the API are retired, when, and who still uses them; and the simulation of that day.
// Does not belong here: one retirement (RetirementCard.tsx), the switch (SimulationCard.tsx).

import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#features/common/public.ts'
import { writeAddress } from '#contract/address.ts'
import { Cards } from '#kit/Card.tsx'
import { DownloadLink } from '#kit/DownloadLink.tsx'
import { formatDay } from '#kit/dates.ts'
import { Page } from '#kit/Page.tsx'
import { byUrgency } from './countdown.ts'
import { SimulationCard } from './SimulationCard.tsx'
import { RetirementCard } from './RetirementCard.tsx'
import { type Radar, radarQuery } from './queries.ts'

/** The page at `paths.radar`. @source docs/reference/access_governance.md §12.3; docs/reference/specification.md §5.4.2 */
export function RadarPage() {
  const query = useQuery(radarQuery)
  const { data: radar } = query
  return (
    <Page
      title="Deprecation radar"
      intro={
        radar === undefined
          ? 'What parts of the public API end, and who still uses them here.'
          : `What parts of the public API end, and who still uses them here. Days are counted from ${formatDay(radar.as_of)}, the date of this instance.`
      }
      action={<DownloadLink href={writeAddress('GET /api/v2/deskhand/radar', { query: { format: 'csv' } })}>Download CSV</DownloadLink>}
    >
      <Loaded query={query} noun="radar">
        {(found) => <Retirements radar={found} />}
      </Loaded>
    </Page>
  )
}

function Retirements({ radar }: { radar: Radar }) {
  return (
    <Cards>
      {/* the form reads the simulation only once: the key remounts it when the simulation changes elsewhere */}
      <SimulationCard key={JSON.stringify(radar.rehearsal)} radar={radar} />
      {byUrgency(radar.retirements).map((retirement) => (
        <RetirementCard key={retirement.key} retirement={retirement} days={radar.days} />
      ))}
    </Cards>
  )
}
