import { useState } from 'react'
import { detailOf } from '#contract/errors.ts'
import { useChangeSecurity } from './queries.ts'
import { isSame } from '#lib/objects.ts'
import { CardForm } from '#features/common/public.ts'
import { TextArea } from '#kit/fields.tsx'
import { showToast } from '#kit/toasts.tsx'

const splitNetworks = (text: string) => text.split(/[\s,]+/).filter((network) => network !== '')

/** The networks staff and programs may call from. */
export function NetworksCard({ networks }: { networks: readonly string[] }) {
  const change = useChangeSecurity()
  // what the text was made from: what is read meanwhile is no change of this form
  const [base, setBase] = useState(networks)
  const [text, setText] = useState(networks.join('\n'))
  const entered = splitNetworks(text)
  const isUnchanged = isSame(entered, base)
  const error = isUnchanged ? null : change.error
  return (
    <CardForm
      title="Networks"
      actionLabel="Save"
      error={error}
      failure="This could not be saved"
      fields={['security.allowed_ips']}
      isBusy={change.isPending}
      isUnchanged={isUnchanged}
      onSubmit={() =>
        change.mutate(
          { allowed_ips: entered },
          {
            onSuccess: ({ allowed_ips }) => {
              setBase(allowed_ips)
              setText(allowed_ips.join('\n'))
              showToast('success', 'Saved')
            },
          },
        )
      }
    >
      <TextArea
        label="Addresses that agents, administrators and programs may call from"
        name="allowed_ips"
        hint="One per line, such as 192.0.2.0/24 or 2001:db8::/32. Empty: from anywhere. Customers can always connect from anywhere."
        value={text}
        onChange={setText}
        error={detailOf(error, 'security.allowed_ips')}
      />
    </CardForm>
  )
}
