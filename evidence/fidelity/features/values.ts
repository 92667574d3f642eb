import { declaration, type Descriptions } from '../description'
import { cell, looseCell, looseTable, paragraph } from '../hosts'

const space = (value: string) => declaration(`padding-left:${value}`, looseCell)
const filled = (value: string) => declaration(`background:${value}`, cell)
const coloured = (value: string) => declaration(`background-color:${value}`, cell)

/** Each in a property that every client honours, so that only the value decides. */
export const valueFeatures: Descriptions = {
  'css-conic-gradient': filled('conic-gradient(#cc3300,#ffcc00)'),
  'css-linear-gradient': filled('linear-gradient(#cc3300,#ffcc00)'),
  'css-radial-gradient': filled('radial-gradient(#cc3300,#ffcc00)'),
  'css-function-clamp': space('clamp(20px,60px,100px)'),
  'css-function-max': space('max(20px,60px)'),
  'css-function-min': space('min(60px,100px)'),
  'css-unit-calc': space('calc(20px + 40px)'),
  'css-function-light-dark': coloured('light-dark(#cc3300,#ffcc00)'),
  'css-modern-color': coloured('oklch(60% 0.2 30)'),
  'css-rgb': coloured('rgb(204,51,0)'),
  'css-rgba': coloured('rgba(204,51,0,0.5)'),
  'css-sytem-ui': declaration('font-family:system-ui,monospace', paragraph, {
    plainCss: 'font-family:monospace',
  }),
  'css-unit-initial': declaration(
    'color:initial',
    '<p><font color="#cc3300">Before <span {style}>Marker words</span> after</font></p>',
  ),
  'css-unit-percent': declaration('width:60%', looseTable),
  ...Object.fromEntries(
    Object.entries({
      ch: '8ch',
      cm: '2cm',
      em: '4em',
      ex: '8ex',
      in: '1in',
      mm: '20mm',
      pc: '4pc',
      pt: '40pt',
      px: '60px',
      rem: '4rem',
      vh: '10vh',
      vmax: '10vmax',
      vmin: '10vmin',
      vw: '10vw',
    }).map(([unit, value]) => [`css-unit-${unit}`, space(value)]),
  ),
}
