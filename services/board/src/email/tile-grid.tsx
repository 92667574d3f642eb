import type { ReactNode } from 'react'
import type { PreviewAddress } from './email-paths'
import type { EmailTexts } from './email-texts'
import { FidelityWord } from './fidelity-word'
import { fill, pictureInTile, type PictureBefore } from './shown-preview'
import { type Tile, filterValues, pictureOf } from './tiles'

export interface TileOptions {
  texts: EmailTexts
  pathOf: (preview: PreviewAddress) => string
  /** Ids of the controls' forms; left out, tiles have no controls. `drawAgain` null: nothing can be drawn again. */
  forms?: { compare: string; drawAgain: string | null }
  before?: (tile: Tile) => ComparedTile | null
  /** How many tiles are left out because they look the same. */
  alike?: (tile: Tile) => number
  /** Whether the page's script fills in how much each email client changes. */
  countsChanges?: boolean
  /** Whether tiles show the whole picture, not only its top. */
  isFull?: boolean
}

interface ComparedTile {
  picture: PictureBefore
  comparePath: string
}

/** A tile has its size before its picture is there, so that nothing moves. */
export const TileGrid = ({
  tiles,
  isTileShown,
  options,
}: {
  tiles: readonly Tile[]
  isTileShown: (tile: Tile) => boolean
  options: TileOptions
}): ReactNode => (
  <ul
    className={options.isFull ? 'tiles full' : 'tiles'}
    id="tiles"
    data-alike={options.alike && options.texts.alike}
  >
    {tiles.map((tile) => (
      <TileItem key={tile.key} tile={tile} isTileShown={isTileShown(tile)} options={options} />
    ))}
  </ul>
)

function TileItem({
  tile,
  isTileShown,
  options,
}: {
  tile: Tile
  isTileShown: boolean
  options: TileOptions
}): ReactNode {
  const { key, preview, name, platform, fidelity, pixelRatio } = tile
  const { texts, pathOf, forms, before: beforeOf, countsChanges, isFull } = options
  const { family, dark, images, status, verdict } = filterValues(tile)
  const before = beforeOf?.(tile) ?? null
  const alike = options.alike?.(tile) ?? 0
  // The API counts changes for the default options only.
  const hasDefaultOptions = preview.orientation === 'vertical' && preview.images === 'allowed'
  return (
    <li
      className="tile"
      hidden={!isTileShown}
      data-family={family}
      data-dark={dark || undefined}
      data-images={images}
      data-fidelity={fidelity}
      data-status={status}
      data-verdict={verdict || undefined}
      data-variant={tile.variants.join(' ') || undefined}
      data-picture={pictureOf(tile)}
      data-ratio={pixelRatio === 1 ? undefined : pixelRatio}
    >
      <a id={key} href={pathOf(preview)}>
        <span className="shot">
          <Shot tile={tile} options={options} isFull={isFull ?? false} />
        </span>
        <span className="name">{name}</span>
        <span className="sub">
          <span>{platform}</span>
          <FidelityWord fidelity={fidelity} texts={texts} />
          {preview.orientation === 'horizontal' && <span>{texts.horizontal}</span>}
          {preview.images === 'blocked' && <span>{texts.blockedTile}</span>}
        </span>
        {countsChanges && (
          <span className="sub changes-number">
            {hasDefaultOptions && <span data-changes-of={preview.client} />}
          </span>
        )}
      </a>
      {before && <Before before={before} texts={texts} />}
      {options.alike && (
        <p className="sub alike" hidden={alike === 0}>
          {alike > 0 && fill(texts.alike, { number: alike })}
        </p>
      )}
      {forms?.drawAgain && status === 'failed' && (
        <button className="again" form={forms.drawAgain} name="preview" value={key}>
          {texts.drawAgain}
        </button>
      )}
      {forms && (
        <label className="pick">
          <input
            type="checkbox"
            form={forms.compare}
            name="with"
            value={key}
            autoComplete="off"
            aria-label={texts.pick({ name: `${name} ${platform}` })}
          />
        </label>
      )}
    </li>
  )
}

/** board.css shows what the tile's `data-verdict` names; the page's script sets it when the picture is drawn later. */
const Before = ({
  before: { picture, comparePath },
  texts,
}: {
  before: ComparedTile
  texts: EmailTexts
}): ReactNode => (
  <p className="sub before" data-sha256={picture.sha256} data-drawn-by={picture.drawnBy}>
    <span data-when="equal">{texts.same}</span>
    <a data-when="different" href={comparePath}>
      {texts.changed}
    </a>
    <a data-when="not_comparable" href={comparePath}>
      {texts.notComparable}
    </a>
  </p>
)

function Shot({
  tile: { preview, pixelRatio },
  options: { texts },
  isFull,
}: {
  tile: Tile
  options: TileOptions
  isFull: boolean
}): ReactNode {
  if (preview.status === 'captured') {
    return (
      <>
        <img {...pictureInTile(preview, pixelRatio, isFull)} loading="lazy" alt="" />
        {preview.truncated && <span className="cut">{texts.cut}</span>}
      </>
    )
  }
  if (preview.status === 'failed') {
    return (
      <>
        <strong>{`! ${texts.failedWord}`}</strong>
        <span>{preview.description}</span>
      </>
    )
  }
  return <span>{texts.waiting}</span>
}
