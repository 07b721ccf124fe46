import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import styled from 'styled-components'
import { simulationQuery } from '../api/activity.ts'
import { paths } from '../paths.ts'
import { formatDay } from '../ui/dates.ts'
import { palette } from '../ui/palette.ts'
import { narrow } from '../ui/theme.tsx'

/** Shown on every page while a simulation is on, so that API failures it causes are not investigated elsewhere. */
export function SimulationBanner() {
  const { data: simulation } = useQuery(simulationQuery)
  if (simulation === undefined || simulation.at === null) return null
  const who = simulation.whole_instance ? 'Everybody who calls the API is' : 'Chosen callers of the API are'
  return (
    <Frame role="status">
      <span>
        <strong>Rehearsal.</strong> {who} answered as on {formatDay(simulation.at)}.
      </span>
      <RadarLink to={paths.radar}>Go to the radar</RadarLink>
    </Frame>
  )
}

const Frame = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  align-items: center;
  padding: 10px 40px;
  border-bottom: 1px solid ${palette.amber[400]};
  background: ${palette.amber[200]};
  color: ${palette.amber[1000]};
  ${narrow} {
    padding: 10px 16px;
  }
`

const Anchor = styled.a`
  color: inherit;
  font-weight: 600;
  &:focus-visible {
    outline: 2px solid ${palette.amber[1000]};
    outline-offset: 2px;
  }
`
const RadarLink = createLink(Anchor)
