// Gives the page the colours, typefaces and corners of the dashboard as custom properties, from their only source.
// A style sheet that is adopted needs no nonce: the policy allows it to scripts of our own. @source https://www.w3.org/TR/CSP3/#directive-style-src

import { keysOf } from '../objects.ts'
import { chrome, declarationsFor, marigold, palette, shadow } from '../ui/palette.ts'
import { fonts, radii } from '../ui/tokens.ts'

const declareTokens = <Value extends string>(prefix: string, values: Readonly<Record<string, Value>>) =>
  keysOf(values)
    .map((name) => `--${prefix}-${name}: ${values[name]};`)
    .join(' ')

/** The backgrounds of buttons, in the shades that the design system takes in a scheme. */
const declareEmphasis = (shade: 600 | 700, hover: 700 | 800) =>
  declareTokens('emphasis', {
    primary: palette.indigo[shade],
    'primary-hover': palette.indigo[hover],
    danger: palette.brick[shade],
    'danger-hover': palette.brick[hover],
  })

/** Adopts the tokens. The scheme is that of the system, or the one that was chosen (follow_scheme.ts). */
export function adoptTokens(): void {
  const same = [
    declareTokens('font', fonts),
    declareTokens('radius', radii),
    declareTokens('shadow', shadow),
    declareTokens('chrome', chrome),
  ].join(' ')
  const light = `color-scheme: light; ${declarationsFor('light')} ${declareEmphasis(700, 800)}`
  const dark = `color-scheme: dark; ${declarationsFor('dark')} ${declareEmphasis(600, 700)}`
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    :root { ${same} --marigold: ${marigold}; ${light} }
    @media (prefers-color-scheme: dark) { :root:not([data-scheme]) { ${dark} } }
    :root[data-scheme='dark'] { ${dark} }
  `)
  document.adoptedStyleSheets.push(sheet)
}
