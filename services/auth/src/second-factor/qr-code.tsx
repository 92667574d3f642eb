import type { ReactNode } from 'react'
import { encode } from 'uqr'

/** The quiet zone of ISO/IEC 18004, in modules. */
const border = 4

/** Black on white also in dark colours, because some readers need it so. */
export function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const { data, size } = encode(text, { ecc: 'M', border })
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={data.flatMap(rowPath).join('')} fill="#000" />
    </svg>
  )
}

function rowPath(row: readonly boolean[], y: number): string[] {
  const modules = row.map((isDark) => (isDark ? '1' : '0')).join('')
  return [...modules.matchAll(/1+/g)].map(
    ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
  )
}
