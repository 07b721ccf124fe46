// The head of the hash chain: kept elsewhere, it later proves that the log was not changed.

import { useQuery } from '@tanstack/react-query'
import { type ChainHead, chainHeadQuery } from './queries.ts'
import { writeAddress } from '#contract/address.ts'
import { Loaded } from '#features/common/public.ts'
import { Card, CardTitle, FormBody } from '#kit/Card.tsx'
import { CopyField } from '#kit/CopyField.tsx'
import { DownloadLink } from '#kit/DownloadLink.tsx'
import { Preformatted } from '#kit/Preformatted.tsx'

/** The most entries the server exports at once; the command line exports more. */
const AT_ONCE = 10_000
const FILE = writeAddress('GET /api/v2/deskhand/audit_logs/export', { query: { limit: AT_ONCE } })

/** Shows the head with a copy button and explains its use. */
export function HeadCard() {
  return (
    <Card>
      <FormBody>
        <CardTitle>Proof</CardTitle>
        <Loaded query={useQuery(chainHeadQuery)} noun="head of the chain" rows={1} isInCard>
          {(head) => <Proof head={head} />}
        </Loaded>
      </FormBody>
    </Card>
  )
}

function Proof({ head }: { head: ChainHead }) {
  return (
    <>
      <CopyField
        label="Head of the chain"
        name="head"
        value={`${head.position}:${head.hash}`}
        hint="From time to time, keep a copy where nobody who runs this installation can change it: on a mailing list, in a ticket elsewhere, on paper. Then nothing up to this entry can be changed unnoticed."
      />
      <div>
        {head.position <= AT_ONCE ? (
          <DownloadLink href={FILE}>Download for verification</DownloadLink>
        ) : (
          'The log is too long for one download: deskhand audit export exports all of it.'
        )}
      </div>
      <div>
        Anybody can verify the file with the head, without this server:
        <Preformatted label="Command that verifies the file">
          {'deskhand audit verify --file audit_log.ndjson --head <position>:<hash>'}
        </Preformatted>
      </div>
    </>
  )
}
