import { API_PATH } from '#contract/address.ts'
import { REFERENCE_PATH } from '#lib/paths.ts'
import { Card, CardTitle, FormBody } from '#kit/Card.tsx'
import { CopyField } from '#kit/CopyField.tsx'
import { ExternalLink } from '#kit/text.tsx'

/** The URL where programs reach this instance. */
export function ApiCard() {
  return (
    <Card>
      <FormBody>
        <CardTitle>How programs reach this instance</CardTitle>
        <CopyField
          label="Base address"
          name="base_address"
          value={new URL(API_PATH, window.location.href).href}
          hint="Every path of the API begins with it."
        />
        <p>
          <ExternalLink href={REFERENCE_PATH}>API reference</ExternalLink>
        </p>
      </FormBody>
    </Card>
  )
}
