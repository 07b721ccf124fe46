import { Avatar } from '../Avatar.tsx'
import { Caption } from '../Caption.tsx'
import { EmailAddress } from '../EmailAddress.tsx'
import { ExactTime } from '../ExactTime.tsx'
import { Logo } from '../Logo.tsx'
import { Preformatted } from '../Preformatted.tsx'
import { QrCode } from '../QrCode.tsx'
import { RelativeTime } from '../RelativeTime.tsx'
import { Summary } from '../Summary.tsx'
import {
  Breakable,
  Brief,
  Divider,
  ExternalLink,
  Facts,
  LongMono,
  Mono,
  PlainTextBlock,
  ScreenReaderOnly,
  SecondLine,
  Strong,
  Subtle,
  TextAnchor,
  UserText,
} from '../text.tsx'
import { SideBySide, Example, Examples, LONG, UNBROKEN } from './Example.tsx'

const AT = '2026-11-20T10:00:00Z'
const HEBREW = 'אפשר לשנות את כתובת המשלוח?'

/** Text in all its weights and meanings. */
export function TextExamples() {
  return (
    <Examples>
      <Example title="In a line">
        <p>
          <Strong>Strong</Strong>, <Subtle>subtle</Subtle>, <Mono>dhp_4182</Mono>, <TextAnchor href="?family=texts">a link</TextAnchor>,{' '}
          <ExternalLink href="https://example.com/a?b=c">https://example.com/a?b=c</ExternalLink>
          <ScreenReaderOnly>, and what only screen readers read</ScreenReaderOnly>
        </p>
        <SecondLine>A second line, in which {LONG}</SecondLine>
        <LongMono>{UNBROKEN}</LongMono>
        <p>
          <Breakable text={UNBROKEN} />
        </p>
        <p>
          <EmailAddress text="wilhelmina.featherstonehaugh+cholmondeley@customer-support.example.com" />
        </p>
        <p>
          <RelativeTime at={AT} />, <ExactTime at={AT} />
        </p>
        <Caption>A caption</Caption>
        <Divider>or</Divider>
      </Example>
      <Example title="Blocks">
        <Brief>
          <p>{LONG}</p>
          <ul>
            <li>One</li>
            <li>Two</li>
          </ul>
        </Brief>
        <Facts>
          <dt>Requester</dt>
          <dd>Lena Ortiz</dd>
          <dt>{LONG}</dt>
          <dd>{UNBROKEN}</dd>
        </Facts>
        <UserText dir="auto">{`${HEBREW}\n${LONG}`}</UserText>
        <PlainTextBlock>{`Hello,\n\n${LONG}\n${UNBROKEN}`}</PlainTextBlock>
        <Preformatted label="The answer">{`{ "ticket": { "subject": "${LONG}" } }`}</Preformatted>
        <details>
          <Summary>More</Summary>
          {LONG}
        </details>
      </Example>
      <Example title="Pictures">
        <SideBySide>
          <Logo />
          <Avatar name="Lena Ortiz" />
          <Avatar name="נועה לוי" />
          <Avatar name="7" />
          <Avatar name="Hassan Bey" size="small" />
          <QrCode text="otpauth://totp/Deskhand" label="A QR code" />
        </SideBySide>
      </Example>
    </Examples>
  )
}
