import { css } from 'styled-components'
import { chrome, palette } from './palette.ts'

/** Visible to screen readers only. */
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
 * For containers of a whole page: off-screen parts, such as closed menus and elements that measure text, do not widen the page, and keep
 * their position when the window becomes smaller.
 */
export const keepsWidth = css`
  position: relative;
  min-width: 0;
  overflow-x: clip;
`

/** The focus ring on light backgrounds. */
export const focusRing = css`
  outline: 2px solid ${palette.indigo[700]};
  outline-offset: 2px;
`

/** The focus ring on the dark background of the navigation. */
export const focusRingOnDark = css`
  outline: 2px solid ${chrome[200]};
  outline-offset: -2px;
`
