// How everything looks: colours, corners, fonts, and what the browser needs before any component.
// Does not belong here: anything that knows an address, a query or a word of the product.

import { DEFAULT_THEME, ThemeProvider } from '@zendeskgarden/react-theming'
import type { IGardenTheme } from '@zendeskgarden/react-theming'
import type { ReactNode } from 'react'
import { createGlobalStyle } from 'styled-components'
import { palette } from './palette.ts'

const fonts = {
  system: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif',
  mono: 'ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace',
}

/** Below this width a page has one column. Rows of a table become cards where their columns do not fit (table/widths.ts). */
export const narrow = '@media (max-width: 767.98px)'

/** Below this width the navigation folds away, so that the page has the whole window. */
export const folded = '@media (max-width: 1023.98px)'

const theme: IGardenTheme = {
  ...DEFAULT_THEME,
  borderRadii: { sm: '4px', md: '7px', lg: '12px' },
  colors: {
    ...DEFAULT_THEME.colors,
    primaryHue: 'indigo',
    dangerHue: 'brick',
    warningHue: 'amber',
    successHue: 'fern',
    neutralHue: 'sand',
    chromeHue: 'ink',
  },
  // Behind a dialog the page goes towards ink, not towards brown.
  components: {
    'modals.backdrop': 'background-color: rgb(20 24 39 / 62%);',
    'modals.modal': 'max-width: calc(100vw - 24px);',
  },
  fonts,
  palette: { ...DEFAULT_THEME.palette, ...palette },
}

const GlobalStyle = createGlobalStyle`
  *, *::before, *::after { box-sizing: border-box; }
  html { -webkit-text-size-adjust: 100%; }
  body {
    margin: 0;
    background: ${palette.sand[100]};
    color: ${palette.sand[1000]};
    font: 14px/20px ${fonts.system};
    -webkit-font-smoothing: antialiased;
  }
  h1, h2, h3, p, ul, dl, dd { margin: 0; padding: 0; }
  ul { list-style: none; }
  button, input, textarea, select { font: inherit; }
  code { font-family: ${fonts.mono}; }
  @media (prefers-reduced-motion: reduce) {
    /* None, not "very short": during even the shortest transition of visibility a menu cannot take the keyboard. */
    *, *::before, *::after { animation: none !important; transition: none !important; }
  }
`

/** Gives everything below it the look of the product. */
export function Look({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider theme={theme}>
      <GlobalStyle />
      {children}
    </ThemeProvider>
  )
}
