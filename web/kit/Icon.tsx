import type { ReactNode, SVGProps } from 'react'

/** The drawings, on a square of 16 by 16, in strokes. */
const icons = {
  bell: <path d="M3 12.5h10M4.5 12.5V9a3.5 3.5 0 0 1 7 0v3.5M8 5.5V4M6.8 4h2.4" />,
  building: (
    <>
      <rect x="3.5" y="2.5" width="9" height="11" rx="1" />
      <path d="M6.2 5.5h.01M9.8 5.5h.01M6.2 8h.01M9.8 8h.01M6.8 13.5v-2.7h2.4v2.7" />
    </>
  ),
  'chevron-down': <path d="m4.5 6.5 3.5 3.5 3.5-3.5" />,
  'chevron-left': <path d="M9.5 4.5 6 8l3.5 3.5" />,
  'chevron-right': <path d="M6.5 4.5 10 8l-3.5 3.5" />,
  'clipboard-check': (
    <>
      <rect x="3.2" y="3.5" width="9.6" height="10" rx="1.4" />
      <path d="M6 3.5c0-.9.6-1.3 2-1.3s2 .4 2 1.3v.8H6zM5.8 9l1.6 1.6 2.9-3" />
    </>
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="7.5" height="8" rx="1.3" />
      <path d="M10.5 5.5V4a1.3 1.3 0 0 0-1.3-1.3H4.3A1.3 1.3 0 0 0 3 4v5.5a1.3 1.3 0 0 0 1.3 1.3h1.2" />
    </>
  ),
  cross: <path d="m4.5 4.5 7 7M11.5 4.5l-7 7" />,
  envelope: (
    <>
      <rect x="2.3" y="3.8" width="11.4" height="8.6" rx="1.4" />
      <path d="m2.8 5 5.2 4 5.2-4" />
    </>
  ),
  exit: <path d="M6.5 13.2H3.8a1 1 0 0 1-1-1V3.8a1 1 0 0 1 1-1h2.7M10.2 11l3.1-3-3.1-3M13 8H6.3" />,
  gear: (
    <>
      <circle cx="8" cy="8" r="2" />
      <path d="M8 2.3v1.5M8 12.2v1.5M2.3 8h1.5M12.2 8h1.5M4 4l1 1M11 11l1 1M4 12l1-1M11 5l1-1" />
    </>
  ),
  grip: <path d="M6 4h.01M6 8h.01M6 12h.01M10 4h.01M10 8h.01M10 12h.01" />,
  home: <path d="M2.5 7.2 8 2.8l5.5 4.4v6H9.8V9.6H6.2v3.6H2.5z" />,
  lock: (
    <>
      <rect x="3.5" y="7" width="9" height="6.2" rx="1.2" />
      <path d="M5.5 7V5.4a2.5 2.5 0 0 1 5 0V7" />
    </>
  ),
  menu: <path d="M2.8 4.5h10.4M2.8 8h10.4M2.8 11.5h10.4" />,
  more: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" />,
  people: (
    <>
      <circle cx="6" cy="5.6" r="2.4" />
      <path d="M1.8 13c.3-2.4 2-3.7 4.2-3.7s3.9 1.3 4.2 3.7M10.6 3.5a2.3 2.3 0 0 1 0 4.3M12 9.6c1.3.5 2 1.7 2.2 3.4" />
    </>
  ),
  person: (
    <>
      <circle cx="8" cy="5.6" r="2.5" />
      <path d="M3.4 13.2c.4-2.6 2.2-4 4.6-4s4.2 1.4 4.6 4" />
    </>
  ),
  plug: <path d="M6 2.5v3M10 2.5v3M4.2 5.5h7.6v2a3.8 3.8 0 0 1-7.6 0zM8 11.3v2.4" />,
  plus: <path d="M8 3v10M3 8h10" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.2" />
      <path d="m10.2 10.2 3.3 3.3" />
    </>
  ),
  shapes: (
    <>
      <circle cx="4.9" cy="11" r="2.3" />
      <rect x="8.8" y="8.8" width="4.4" height="4.4" rx=".8" />
      <path d="M8 2.6 10.6 7H5.4z" />
    </>
  ),
  speech: (
    <path d="M2.8 4.3A1.3 1.3 0 0 1 4.1 3h7.8a1.3 1.3 0 0 1 1.3 1.3v5a1.3 1.3 0 0 1-1.3 1.3H7.5L4.8 13v-2.4h-.7a1.3 1.3 0 0 1-1.3-1.3z" />
  ),
} satisfies Readonly<Record<string, ReactNode>>

export type IconName = keyof typeof icons

/** A 16-pixel icon, hidden from screen readers: the control or the text next to it is the accessible name. */
export function Icon({ name, ...rest }: { name: IconName } & SVGProps<SVGSVGElement>) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'grip' || name === 'more' ? 2 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
    >
      {icons[name]}
    </svg>
  )
}
