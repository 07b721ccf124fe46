import { ChangeList } from '../ChangeList.tsx'
import { Feed, FeedEvent, Message } from '../Feed.tsx'
import { History, Moment } from '../History.tsx'
import { TextAnchor } from '../text.tsx'
import { Example, Examples, LONG, UNBROKEN } from './Example.tsx'

const AT = '2026-11-20T10:00:00Z'
const LINES = [
  { sign: '-', text: 'Status: new' },
  { sign: '+', text: 'Status: open' },
] as const

/** What was said and done. */
export function HistoryExamples() {
  return (
    <Examples>
      <Example title="Messages and events">
        <Feed label="The conversation">
          <Message author="Lena Ortiz" verb="wrote" at={AT} text={`${LONG}\n\n${UNBROKEN}`} />
          <FeedEvent who="Hassan Bey" verb="changed it" at={AT} action={<TextAnchor href="?family=history">Why?</TextAnchor>}>
            <ChangeList label="Changes" lines={LINES} />
          </FeedEvent>
          <Message author="Priya Raman" verb="wrote a private note" at={AT} text="They are right." isNote>
            invoice.pdf
          </Message>
          <FeedEvent who="נועה לוי" verb="looked at it" at={AT} />
        </Feed>
      </Example>
      <Example title="A history">
        <History label="The history of the request">
          <Moment who="Lena Ortiz" verb="asked" at={AT} text={LONG} />
          <Moment who="Hassan Bey" verb="approved it" at={AT} text="">
            Until 1 May
          </Moment>
        </History>
      </Example>
    </Examples>
  )
}
