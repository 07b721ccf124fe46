import { css } from 'styled-components'
import { chrome, palette } from './palette.ts'

/** Read by screen readers, not seen. */
export const visuallyHidden = css`
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  padding: 0;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
  border: 0;
`

/**
 * For what holds a whole page: parts that lie where nobody sees them, such as closed menus and what measures a text, do not widen the
 * page. They stay where they were when the window becomes smaller.
 */
export const keepsWidth = css`
  position: relative;
  min-width: 0;
  overflow-x: clip;
`

/** The ring around what has the keyboard, on light ground. */
export const focusRing = css`
  outline: 2px solid ${palette.indigo[700]};
  outline-offset: 2px;
`

/** The same on the dark ground of the navigation. */
export const focusRingOnDark = css`
  outline: 2px solid ${chrome[200]};
  outline-offset: -2px;
`
