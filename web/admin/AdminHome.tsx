import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../api/session.ts'
import { endpoints } from '../paths.ts'
import { Card, CardTitle, FormBody } from '../ui/Card.tsx'
import { CopyField } from '../ui/CopyField.tsx'
import { Page } from '../ui/Page.tsx'
import { ExternalLink } from '../ui/text.tsx'

/** Where one arrives: who one is, and how programs reach this instance. The places to go to are in the menu beside it. */
export function AdminHome() {
  const { data: me } = useQuery(meQuery)
  return (
    <Page title="Home" intro={me?.name ? `Welcome, ${me.name}. What can be set up is in the menu.` : 'What can be set up is in the menu.'}>
      <Card>
        <FormBody>
          <CardTitle>How programs reach this instance</CardTitle>
          <CopyField
            label="Base address"
            name="base_address"
            value={new URL(endpoints.api, window.location.href).href}
            hint="Every path of the API lies below it."
          />
          <p>
            <ExternalLink href={endpoints.reference}>Reference of the API</ExternalLink>
          </p>
        </FormBody>
      </Card>
    </Page>
  )
}
