// Starting and ending a simulation: chosen callers, or all, get the answers of a later day. The dashboard never does.
// Does not belong here: what a simulation refuses (the server), the banner on every page (admin/SimulationBanner.tsx).

import { useState } from 'react'
import { Button } from '#kit/Button.tsx'
import { Card, CardTitle, FormActions, FormBody } from '#kit/Card.tsx'
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx'
import { DateField } from '#kit/DateField.tsx'
import { formatDay } from '#kit/dates.ts'
import { CheckboxGroup, RadioGroup } from '#kit/fields.tsx'
import { showToast } from '#kit/toasts.tsx'
import { toWireDay } from '#lib/wire_time.ts'
import { reportError } from '#features/common/public.ts'
import { candidatesOf, listChosenCallers, simulationOf } from './countdown.ts'
import { type Radar, useSimulate } from './queries.ts'

const USUAL_DAY = '2027-05-01'
const NOBODY = { at: null, whole_instance: false, api_token_ids: [], user_ids: [], oauth_client_ids: [] }
type Who = 'chosen' | 'everybody'

/** The switch of the simulation, with its participants. */
export function SimulationCard({ radar }: { radar: Radar }) {
  const { rehearsal } = radar
  const [day, setDay] = useState(rehearsal.at === null ? USUAL_DAY : toWireDay(rehearsal.at))
  const [who, setWho] = useState<Who>(rehearsal.whole_instance ? 'everybody' : 'chosen')
  const [chosen, setChosen] = useState<readonly string[]>(listChosenCallers(rehearsal))
  const [isAsking, setAsking] = useState(false)
  const { isPending, put } = usePut()
  const isReady = day !== '' && (who === 'everybody' || chosen.length > 0)
  const begin = () =>
    put(simulationOf(day, who === 'everybody', chosen), `The rehearsal of ${formatDay(day)} has begun.`, () => setAsking(false))
  const end = () => put(NOBODY, 'The rehearsal has ended: everybody is answered as today.', () => undefined)
  return (
    <Card aria-label="Rehearsal">
      <FormBody>
        <div>
          <CardTitle>Rehearsal</CardTitle>
          <p>
            Callers who take part are answered as on that day: what will have ended by then is refused, and each answer says so in the
            header X-Deskhand-Rehearsal. The dashboard is not affected.
          </p>
        </div>
        <DateField label="Day" hint="From its first moment, in UTC." value={day} onChange={setDay} />
        <RadioGroup
          legend="Who takes part"
          name="who"
          choices={[
            { value: 'chosen', label: 'Chosen callers' },
            {
              value: 'everybody',
              label: 'Everybody who calls the API',
              hint: 'Callers that still use what ends are cut off until the rehearsal ends.',
            },
          ]}
          value={who}
          onChange={(next: Who) => setWho(next)}
        />
        {who === 'chosen' && <Candidates radar={radar} chosen={chosen} onChange={setChosen} />}
      </FormBody>
      <FormActions>
        {rehearsal.at !== null && (
          <Button isBusy={isPending} onClick={end}>
            End the rehearsal
          </Button>
        )}
        <Button kind="primary" isDisabled={!isReady} onClick={() => setAsking(true)}>
          {rehearsal.at === null ? 'Begin the rehearsal' : 'Change the rehearsal'}
        </Button>
      </FormActions>
      {isAsking && (
        <ConfirmDialog
          title={`Rehearse ${formatDay(day)}?`}
          actionLabel="Begin"
          isDanger={who === 'everybody'}
          isBusy={isPending}
          onConfirm={begin}
          onClose={() => setAsking(false)}
        >
          {who === 'everybody'
            ? 'Every program that calls this instance is answered as on that day, at once. What still uses something that has ended then stops working until you end the rehearsal.'
            : `${chosen.length === 1 ? 'The chosen caller is' : `The ${chosen.length} chosen callers are`} answered as on that day, at once, until you end the rehearsal. Nobody else is.`}
        </ConfirmDialog>
      )}
    </Card>
  )
}

function Candidates({
  radar,
  chosen,
  onChange,
}: {
  radar: Radar
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}) {
  const known = candidatesOf(radar)
  // a chosen participant may have made no calls lately and so be missing from the radar
  const silent = chosen.filter((value) => !known.some((candidate) => candidate.value === value))
  const options = [
    ...known,
    ...silent.map((value) => ({ value, label: value.replace(/_/g, ' ').replace(':', ' '), hint: 'Has not called lately' })),
  ]
  if (options.length === 0) return <p>Nobody on the radar can be chosen: nothing that ends was used lately.</p>
  return <CheckboxGroup legend="Callers" name="callers" choices={options} values={chosen} onChange={onChange} isLong />
}

function usePut() {
  const { isPending, mutateAsync } = useSimulate()
  const put = async (rehearsal: Parameters<typeof mutateAsync>[0], done: string, then: () => void) => {
    try {
      await mutateAsync(rehearsal)
      showToast('success', done)
    } catch (error) {
      reportError(error)
    }
    then()
  }
  return { isPending, put }
}
