import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { paths } from '#lib/paths.ts'
import { Banner } from '#kit/Banner.tsx'
import { formatDay } from '#kit/dates.ts'
import { TextAnchor } from '#kit/text.tsx'
import { simulationQuery } from './simulation.ts'

const RadarLink = createLink(TextAnchor)

/** Shown on every page while a simulation is on, so that API failures it causes are not investigated elsewhere. */
export function SimulationBanner() {
  const { data: simulation } = useQuery(simulationQuery)
  if (simulation === undefined || simulation.at === null) return null
  const who = simulation.whole_instance ? 'Everybody who calls the API is' : 'Chosen callers of the API are'
  return (
    <Banner>
      <span>
        <strong>Rehearsal.</strong> {who} answered as on {formatDay(simulation.at)}.
      </span>
      <RadarLink to={paths.radar}>Go to the radar</RadarLink>
    </Banner>
  )
}
