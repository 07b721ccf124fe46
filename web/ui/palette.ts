// All colours, in both schemes. No other file contains one.
// The hues are computed in OKLCH so that the same number means the same contrast against white in every hue:
// 100 1.07, 200 1.19, 300 1.35, 400 2, 500 2.8, 600 3.4, 700 6.6, 800 10, 900 13, 1000 15.8, 1100 17.6, 1200 19.
// Text on `sheet` or sand 100 needs 700 and up. Styles are written for the light scheme; in the dark one each shade is replaced by its
// counterpart on the scale (DARK), so text on `sheet` (there sand 1100) has 500 and down.

import { fromKeys, keysOf } from '../objects.ts'

/** The colour values, for code that computes with them. */
export const hues = {
  indigo: {
    100: '#f5f7ff',
    200: '#e5ebfe',
    300: '#d3ddff',
    400: '#a0b4ff',
    500: '#7b94fe',
    600: '#6981fe',
    700: '#404fca',
    800: '#2c369a',
    900: '#1f2776',
    1000: '#151c56',
    1100: '#0f153d',
    1200: '#0a0e25',
  },
  sand: {
    100: '#faf7f3',
    200: '#eeebe7',
    300: '#e0ddda',
    400: '#bbb7b1',
    500: '#9f9a93',
    600: '#908a84',
    700: '#615c56',
    800: '#46423d',
    900: '#34312d',
    1000: '#25221f',
    1100: '#1b1916',
    1200: '#12100d',
  },
  brick: {
    100: '#fff5f4',
    200: '#ffe6e3',
    300: '#fed4d0',
    400: '#fe9d95',
    500: '#f96f69',
    600: '#eb5b57',
    700: '#b32228',
    800: '#870d17',
    900: '#67070f',
    1000: '#4b060a',
    1100: '#360808',
    1200: '#220807',
  },
  amber: {
    100: '#fff6ed',
    200: '#ffe8cf',
    300: '#fed7ae',
    400: '#efa958',
    500: '#da8806',
    600: '#c57a00',
    700: '#855100',
    800: '#613a00',
    900: '#492a00',
    1000: '#351d00',
    1100: '#281400',
    1200: '#1d0c00',
  },
  fern: {
    100: '#edfbf1',
    200: '#d8f2e0',
    300: '#c3e6ce',
    400: '#85c69b',
    500: '#56ab77',
    600: '#409c66',
    700: '#026b3c',
    800: '#004d29',
    900: '#003a1d',
    1000: '#002913',
    1100: '#021e0e',
    1200: '#05130a',
  },
  ink: {
    100: '#f5f7fe',
    200: '#e5ebfe',
    300: '#d7ddf3',
    400: '#adb7d5',
    500: '#8e99bf',
    600: '#7f8ab1',
    700: '#515c80',
    800: '#39415e',
    900: '#2a3047',
    1000: '#1d2233',
    1100: '#141827',
    1200: '#0c101e',
  },
} as const

export type Scheme = 'light' | 'dark'
const SHADES = [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200] as const
type Shade = (typeof SHADES)[number]

/** The shade that replaces each one in the dark scheme. */
const DARK: Readonly<Record<Shade, Shade>> = {
  100: 1200,
  200: 900,
  300: 800,
  400: 700,
  500: 600,
  600: 600,
  700: 500,
  800: 400,
  900: 300,
  1000: 200,
  1100: 100,
  1200: 100,
}

const HUES = keysOf(hues)

/** The colours used in styles: each follows the scheme. */
export const palette = fromKeys(HUES, (hue) => fromKeys(SHADES, (shade) => `var(--${hue}-${shade})`))

/** The background of cards, fields and everything else on the page. */
export const sheet = 'var(--sheet)'

/** The colours of the frame, which is dark in both schemes. */
export const chrome = { ...hues.ink, white: '#fff' } as const

/** The colours of images that machines read, such as QR codes. */
export const picture = { dark: '#000', light: '#fff' } as const

export const shadow = {
  small: '0 1px 2px rgb(37 34 31 / 18%)',
  large: '0 12px 40px rgb(20 24 39 / 16%)',
  /** The page behind a dialog is tinted with ink rather than brown. */
  backdrop: 'rgb(20 24 39 / 62%)',
} as const

/** The CSS declarations of the custom properties in `palette` and `sheet` for a scheme. */
export function declarationsFor(scheme: Scheme): string {
  const isDark = scheme === 'dark'
  const shades = HUES.flatMap((hue) => SHADES.map((shade) => `--${hue}-${shade}: ${hues[hue][isDark ? DARK[shade] : shade]};`))
  return [`--sheet: ${isDark ? hues.sand[1100] : '#fff'};`, ...shades].join(' ')
}

/** The colour of the logo and of the mark beside the current page. Never used for text. */
export const marigold = '#f3b04b'
