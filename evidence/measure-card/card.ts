/** Markers name it: a picture of another version is not read. */
export const cardVersion = 2

const hex = (value: number): string => value.toString(16).padStart(2, '0')
export const greys: readonly string[] = Array.from(
  { length: 16 },
  (_, index) => `#${hex(index * 17).repeat(3)}`,
)
/** Dark clients are known to change `#bddaa4` and `#ffd500`. */
export const colours: readonly string[] = [
  ...['#e60000', '#ff8000', '#ffd500', '#bddaa4', '#00a651', '#00b5ad'],
  ...['#0099ff', '#0057b8', '#1a237e', '#7b1fa2', '#ff66b2', '#8d5524'],
]
/** The page that is seen between a tick and its box. */
export const boxGap = 8
/**
 * In the order of the card's rows: all greys, then all colours, as a JPEG mixes the hues of neighbours. The page is
 * seen below a border.
 */
export const uses = ['background', 'text', 'border'] as const
/** In CSS pixels. */
export const textSizes = [11, 12, 13, 14, 16, 18, 20, 24] as const
/** In CSS pixels. */
export const boxWidths = [300, 400, 500, 600, 700, 800] as const

/**
 * Pictures that a client may load or not. Each is a marker with its name, so that a picture of the card has the name
 * exactly when the client shows the picture.
 */
export const pictureNames = ['remote', 'data', 'background', 'css-background'] as const
export type PictureName = (typeof pictureNames)[number]

/**
 * Two markers with eight reference patches between them, as one picture, because dark clients recolour HTML. CSS
 * pixels.
 */
export const strip = { width: 320, height: 80, count: 7 }
/** A QR code of version 1 in a white square. */
export const marker = { size: 80, modules: 21, module: 3, margin: 8 }
export const markerLefts = [0, strip.width - marker.size] as const
export const markerText = (index: number, side: number): string =>
  `PAS${cardVersion} ${index}${'LR'[side] ?? ''}`
export const pictureText = (name: PictureName): string => `PAS${cardVersion} ${name}`.toUpperCase()

/** With left top corners in the strip. Black and white are two of them. */
export const patches = [
  '#000000',
  '#404040',
  '#808080',
  '#c0c0c0',
  '#ffffff',
  '#c82828',
  '#28a03c',
  '#2846be',
].map((colour, index) => ({ colour, x: marker.size + (index % 4) * 40, y: Math.floor(index / 4) * 40 }))
export const patchSize = 40

/** At the left of each row, which is found by it: a bar in a patch's colour, on white. */
export const tick = { width: 16, height: 20, bar: '#c82828', barHeight: 10 }
/** Width, and the page beside the first and last cell of a row, which ends with a tick. */
export const cell = { width: 17, gap: 8 }
/** Word draws no wider border. */
export const borderWidth = 8
/** Lines of 1 px: left edge of the first, distance, number. */
export const ruler = { left: 20, pitch: 20, count: 15 }
/** Inked width in Arial as a multiple of the font size. Most sans-serif fonts are within 2 %. */
export const sample = { text: 'H'.repeat(16), widthInEms: 11.4 }

/** Two inline-block columns that exactly fill a cell without a font size. Their second line is one tick lower. */
export const columns = { width: 140, colours: ['#3366cc', '#cc9933'] } as const
/** Without a line height. */
export const lines = { fontSize: 19, count: 5 }
/** One tick below its row's tick: begins at the strip's right edge, and overflows the left. */
export const rightToLeft = { width: 700, colour: '#3366cc' }
/** The body's background, and two cells with a colour for the dark. Some clients draw `pale` and not white. */
export const styled = {
  page: '#ffe9c7',
  width: 120,
  light: '#00a651',
  dark: { white: '#ffffff', pale: '#fffffe' },
} as const

/**
 * Strips above and below each part, and rows between, each with a tick. The last is the styled card, an email of its
 * own: its styles would change how the others are darkened.
 */
export const parts: readonly { above: number; below: number; rows: number }[] = [
  { above: 0, below: 1, rows: uses.length * 2 },
  { above: 1, below: 2, rows: 1 + textSizes.length },
  { above: 2, below: 3, rows: boxWidths.length },
  { above: 3, below: 4, rows: 3 },
  { above: 5, below: 6, rows: 1 },
]
/** Of each of the two emails. */
export const stripsOf = { plain: [0, 1, 2, 3, 4], styled: [5, 6] } as const

export const rgbOf = (colour: string): [number, number, number] => [
  parseInt(colour.slice(1, 3), 16),
  parseInt(colour.slice(3, 5), 16),
  parseInt(colour.slice(5, 7), 16),
]
/** Rounds, and keeps each part within 0 to 255. */
export const hexOf = (rgb: readonly number[]): string =>
  `#${rgb.map((value) => hex(Math.min(255, Math.max(0, Math.round(value))))).join('')}`
