// The look of the dashboard: colours, corners, fonts, and global styles.
// Does not belong here: anything that contains a path, a query or a text of the product.

import { ColorSchemeProvider, DEFAULT_THEME, ThemeProvider, useColorScheme } from '@zendeskgarden/react-theming'
import type { IGardenTheme } from '@zendeskgarden/react-theming'
import type { ReactNode } from 'react'
import { createGlobalStyle } from 'styled-components'
import { SCHEME_KEY } from '../scheme.ts'
import { declarationsFor, hues, palette, type Scheme, shadow } from './palette.ts'
import { fonts, radii } from './tokens.ts'

/** Below this width a page has one column. Rows of a table become cards where their columns do not fit (table/widths.ts). */
export const narrow = '@media (max-width: 767.98px)'

/** Below this width the navigation is collapsed, so that the page has the whole window. */
export const folded = '@media (max-width: 1023.98px)'

const light: IGardenTheme = {
  ...DEFAULT_THEME,
  borderRadii: radii,
  colors: {
    ...DEFAULT_THEME.colors,
    primaryHue: 'indigo',
    dangerHue: 'brick',
    warningHue: 'amber',
    successHue: 'fern',
    neutralHue: 'sand',
    chromeHue: 'ink',
  },
  components: {
    'modals.backdrop': `background-color: ${shadow.backdrop};`,
    'modals.modal': 'max-width: calc(100vw - 24px);',
  },
  fonts,
  palette: { ...DEFAULT_THEME.palette, ...hues },
}

const themes: Readonly<Record<Scheme, IGardenTheme>> = { light, dark: { ...light, colors: { ...light.colors, base: 'dark' } } }

const GlobalStyle = createGlobalStyle<{ $scheme: Scheme }>`
  :root { color-scheme: ${({ $scheme }) => $scheme}; ${({ $scheme }) => declarationsFor($scheme)} }
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
  /* a closed menu or list of options keeps the place where it was last laid out, which may be beyond the page once the window is narrower */
  [data-garden-id^='dropdowns.'][data-garden-id$='.floating'][data-garden-animate='false'] { display: none; }
  @media (prefers-reduced-motion: reduce) {
    /* none rather than very short: during any transition of visibility a menu cannot take the focus */
    *, *::before, *::after { animation: none !important; transition: none !important; }
  }
`

/** Applies the theme, in the scheme chosen in this browser or else that of the system. */
export function ThemeRoot({ children }: { children: ReactNode }) {
  return (
    <ColorSchemeProvider colorSchemeKey={SCHEME_KEY}>
      <Scheming>{children}</Scheming>
    </ColorSchemeProvider>
  )
}

function Scheming({ children }: { children: ReactNode }) {
  const scheme = useColorScheme().colorScheme === 'dark' ? 'dark' : 'light'
  return (
    <ThemeProvider theme={themes[scheme]}>
      <GlobalStyle $scheme={scheme} />
      {children}
    </ThemeProvider>
  )
}

/** The chosen scheme, and a function that changes it; stored in this browser. */
export function useChosenScheme(): [chosen: Scheme | 'system', choose: (scheme: Scheme | 'system') => void] {
  const { colorScheme, isSystem, setColorScheme } = useColorScheme()
  return [isSystem ? 'system' : colorScheme, setColorScheme]
}
