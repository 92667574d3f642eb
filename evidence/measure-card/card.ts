/** The version of the card, which its markers name: a picture of another version is not read. */
export const cardVersion = 2

const hex = (value: number): string => value.toString(16).padStart(2, '0')
/** 16 greys from black to white. */
export const greys: readonly string[] = Array.from(
  { length: 16 },
  (_, index) => `#${hex(index * 17).repeat(3)}`,
)
/** 12 colours. `#bddaa4` and `#ffd500` are two that dark clients are known to change. */
export const colours: readonly string[] = [
  ...['#e60000', '#ff8000', '#ffd500', '#bddaa4', '#00a651', '#00b5ad'],
  ...['#0099ff', '#0057b8', '#1a237e', '#7b1fa2', '#ff66b2', '#8d5524'],
]
/** The page that is seen between a tick and its box. */
export const boxGap = 8
/**
 * What each colour is used for, in the order of the card's rows: first all of the greys, then all of the colours, as a
 * JPEG mixes the hues of neighbours. The page is seen below a border.
 */
export const uses = ['background', 'text', 'border'] as const
/** Font sizes of the lines of text, in CSS pixels. */
export const textSizes = [11, 12, 13, 14, 16, 18, 20, 24] as const
/** Widths of the boxes, in CSS pixels. */
export const boxWidths = [300, 400, 500, 600, 700, 800] as const

/**
 * The pictures that a client may load or not, beside the embedded ones. Each is a marker with its name, so that a
 * picture of the card has the name exactly when the client shows the picture.
 */
export const pictureNames = ['remote', 'data', 'background', 'css-background'] as const
export type PictureName = (typeof pictureNames)[number]

/**
 * A strip: two markers with eight reference patches between them, as one embedded picture, because dark clients
 * recolour HTML. Lengths in CSS pixels.
 */
export const strip = { width: 320, height: 80, count: 7 }
/** A marker: a QR code of version 1 in a white square. */
export const marker = { size: 80, modules: 21, module: 3, margin: 8 }
/** The left edges of a strip's markers. */
export const markerLefts = [0, strip.width - marker.size] as const
/** The text of a strip's marker. */
export const markerText = (index: number, side: number): string =>
  `PAS${cardVersion} ${index}${'LR'[side] ?? ''}`
/** The text of a picture's marker. */
export const pictureText = (name: PictureName): string => `PAS${cardVersion} ${name}`.toUpperCase()

/** The reference patches and their left top corners in the strip. Black and white are two of them. */
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
/** The side of a reference patch. */
export const patchSize = 40

/** The embedded picture at the left of each row, by which the row is found: a bar in the colour of a patch, on white. */
export const tick = { width: 16, height: 20, bar: '#c82828', barHeight: 10 }
/** A colour's cell: its width, and the page beside the first and the last one of a row, which ends with a tick. */
export const cell = { width: 17, gap: 8 }
/** Thickness of the borders: Word draws none that is wider. */
export const borderWidth = 8
/** The ruler's lines of 1 px: the left edge of the first, their distance, their number. */
export const ruler = { left: 20, pitch: 20, count: 15 }
/** A line of text, and its inked width in Arial as a multiple of the font size. Most sans-serif fonts are within 2 %. */
export const sample = { text: 'H'.repeat(16), widthInEms: 11.4 }

/** Two inline-block columns, which exactly fill a cell without a font size. Their second line is one tick lower. */
export const columns = { width: 140, colours: ['#3366cc', '#cc9933'] } as const
/** Lines of type without a line height. */
export const lines = { fontSize: 19, count: 5 }
/** A right-to-left block, one tick below its row's tick: it begins at the strip's right edge, and overflows the left. */
export const rightToLeft = { width: 700, colour: '#3366cc' }
/**
 * The styled card: the body's background, and two cells with a colour for the dark. Clients are known that draw `pale`
 * and not white.
 */
export const styled = {
  page: '#ffe9c7',
  width: 120,
  light: '#00a651',
  dark: { white: '#ffffff', pale: '#fffffe' },
} as const

/**
 * The parts of the card: which strips are above and below each, and how many rows are between, each with a tick. The
 * last one is the styled card, an email of its own: its styles would change how the others are darkened.
 */
export const parts: readonly { above: number; below: number; rows: number }[] = [
  { above: 0, below: 1, rows: uses.length * 2 },
  { above: 1, below: 2, rows: 1 + textSizes.length },
  { above: 2, below: 3, rows: boxWidths.length },
  { above: 3, below: 4, rows: 3 },
  { above: 5, below: 6, rows: 1 },
]
/** The strips of each of the two emails. */
export const stripsOf = { plain: [0, 1, 2, 3, 4], styled: [5, 6] } as const

/** Red, green and blue of a colour written as `#rrggbb`. */
export const rgbOf = (colour: string): [number, number, number] => [
  parseInt(colour.slice(1, 3), 16),
  parseInt(colour.slice(3, 5), 16),
  parseInt(colour.slice(5, 7), 16),
]
/** The reverse of `rgbOf`; rounds, and keeps each part within 0 to 255. */
export const hexOf = (rgb: readonly number[]): string =>
  `#${rgb.map((value) => hex(Math.min(255, Math.max(0, Math.round(value))))).join('')}`
