import { Card, CardTitle, FormBody } from '#kit/Card.tsx'
import { Segments } from '#kit/Segments.tsx'
import { Subtle } from '#kit/text.tsx'
import { useChosenScheme } from '#kit/scheme.ts'

const SCHEMES = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** Chooses light or dark mode in this browser. */
export function AppearanceCard() {
  const [chosen, choose] = useChosenScheme()
  return (
    <Card>
      <FormBody>
        <div>
          <CardTitle>Appearance</CardTitle>
          <Subtle>Applies to this browser, which remembers it.</Subtle>
        </div>
        <div>
          <Segments label="Appearance" segments={SCHEMES} value={chosen} onChange={choose} />
        </div>
      </FormBody>
    </Card>
  )
}
