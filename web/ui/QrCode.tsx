import styled from 'styled-components'
import { encode } from 'uqr'
import { palette, picture } from './palette.ts'

/** A text as a QR code. `label` is the accessible name. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <Picture role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill={picture.light} />
      <path d={squares.join('')} fill={picture.dark} />
    </Picture>
  )
}

const Picture = styled.svg`
  display: block;
  width: 100%;
  max-width: 220px;
  border: 1px solid ${palette.sand[300]};
  border-radius: 7px;
`
