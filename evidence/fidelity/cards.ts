import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Month } from '@pas/email-clients/email-client'
import { rgbOf } from '../measure-card/card'
import { cardTableSchema, type CardReading, type CardTable } from '../measure-card/card-table'
import { distanceOf } from '../measure-card/picture'

/** What `npm run measure-card` printed, one file for each. */
const cardsFolder = path.join(__dirname, 'cards')

/** By file name. Throws for a file that is none. */
export function readCards(folder = cardsFolder): CardTable[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  return files
    .sort()
    .map((name) => cardTableSchema.parse(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))))
}

/** Of the newest card, by email client. */
export function monthsOf(cards: readonly CardTable[]): Record<string, Month> {
  const byDate = cards.toSorted((one, other) => (one.date < other.date ? -1 : 1))
  return Object.fromEntries(byDate.map(({ emailClient, date }) => [emailClient, date.slice(0, 7) as Month]))
}

/** From which the catalogue takes them. */
export const monthsFile = path.join(
  __dirname,
  '../../packages/email-clients/src/measured-cards.generated.json',
)

export const writeMonths = (cards: readonly CardTable[]): string =>
  `${JSON.stringify(monthsOf(cards), null, 2)}\n`

/** What two readings may differ in: a photograph's noise, and half as much again. */
const most = { colour: 18, width: 2, textShare: 0.05, lineHeight: 0.5 }

/** How many of a card's values our picture has as well, and each that it has not. */
export function compareWithCard(
  card: CardReading,
  ours: CardReading,
): { share: number; differences: string[] } {
  const judged: { what: string; isSame: boolean }[] = []
  const judge = <Value>(
    what: string,
    one: Value | null,
    other: Value | null,
    isSame: (one: Value, other: Value) => boolean,
  ) => {
    // What could not be read in the photograph says nothing.
    if (one === null) return
    const same = other !== null && isSame(one, other)
    judged.push({ what: `${what}: ${String(one)}, ours ${String(other)}`, isSame: same })
  }
  const isSameColour = (seen: string, drawn: string): boolean =>
    distanceOf(rgbOf(seen), rgbOf(drawn)) <= most.colour
  const isSameWidth = (seen: number | 'cut', drawn: number | 'cut'): boolean =>
    seen === 'cut' || drawn === 'cut' ? seen === drawn : Math.abs(seen - drawn) <= most.width
  for (const use of ['background', 'text', 'border'] as const) {
    for (const [colour, one] of Object.entries(card.colours[use]))
      judge(`${use} ${colour}`, one, ours.colours[use][colour] ?? null, isSameColour)
  }
  for (const [width, one] of Object.entries(card.widths))
    judge(`width ${width}`, one, ours.widths[width] ?? null, isSameWidth)
  judge('right to left', card.rightToLeft, ours.rightToLeft, isSameWidth)
  judge('columns', card.columns, ours.columns, (seen, drawn) => seen === drawn)
  judge(
    'line height',
    card.lineHeight,
    ours.lineHeight,
    (seen, drawn) => Math.abs(seen - drawn) <= most.lineHeight,
  )
  for (const name of ['white', 'pale', 'page'] as const)
    judge(`styled ${name}`, card.styled[name], ours.styled[name], isSameColour)
  for (const [size, one] of Object.entries(card.texts))
    judge(
      `text ${size}`,
      one,
      ours.texts[size] ?? null,
      (seen, drawn) => Math.abs(seen / drawn - 1) <= most.textShare,
    )
  // Where no remote picture came, the card was sent without an address for them, or the client blocked them.
  const cameFromAfar = card.pictures.remote === true
  for (const [name, one] of Object.entries(card.pictures)) {
    if (cameFromAfar || name === 'data')
      judge(`picture ${name}`, one, ours.pictures[name] ?? null, (seen, drawn) => seen === drawn)
  }
  const differences = judged.filter(({ isSame }) => !isSame).map(({ what }) => what)
  return { share: judged.length === 0 ? 0 : 1 - differences.length / judged.length, differences }
}
