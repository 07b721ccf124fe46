import { ButtonLink } from './Button.tsx'

/** A link that downloads a file; looks like a button. */
export function DownloadLink({ href, children }: { href: string; children: string }) {
  return (
    <ButtonLink href={href} download>
      {children}
    </ButtonLink>
  )
}
