import type { ReactNode } from 'react'
import type { PreviewAddress } from './email-paths'
import type { EmailTexts } from './email-texts'
import { FidelityWord } from './fidelity-word'
import { inPercent, pictureInTile, usualShare } from './shown-preview'
import { type Tile, filterValues } from './tiles'

export interface TileOptions {
  texts: EmailTexts
  pathOf: (preview: PreviewAddress) => string
  /** For browsers that run no script: the address answers once the picture is there. */
  blockingUrlOf?: (preview: PreviewAddress) => string
  /** Ids of the controls' forms; left out, tiles have no controls. `drawAgain` null: nothing can be drawn again. */
  forms?: { compare: string; drawAgain: string | null }
  pictureBefore?: (tile: Tile) => PictureBefore | null
  /** Whether the page's script fills in how much each email client changes. */
  countsChanges?: boolean
  /** Whether tiles show the whole picture, not only its top. */
  isFull?: boolean
}

interface PictureBefore {
  sha256: string
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
  <ul className={options.isFull ? 'tiles full' : 'tiles'} id="tiles">
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
  const { texts, pathOf, forms, pictureBefore, countsChanges, isFull } = options
  const { family, dark, images, status } = filterValues(tile)
  const before = pictureBefore?.(tile) ?? null
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
      {before && <Before tile={tile} before={before} texts={texts} />}
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

/** When the picture is drawn later, the page's script shows one of the two elements. */
function Before({
  tile: { preview },
  before: { sha256, comparePath },
  texts,
}: {
  tile: Tile
  before: PictureBefore
  texts: EmailTexts
}): ReactNode {
  const isDrawn = preview.status === 'captured' && preview.picture_sha256 !== undefined
  const isSame = isDrawn && preview.picture_sha256 === sha256
  return (
    <p className="sub before" data-before={sha256}>
      <span data-same="" hidden={!isSame}>
        {texts.same}
      </span>
      <a data-changed="" href={comparePath} hidden={!isDrawn || isSame}>
        {texts.changed}
      </a>
    </p>
  )
}

function Shot({
  tile: { preview, pixelRatio, family },
  options: { texts, blockingUrlOf },
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
  return (
    <>
      <span>{texts.waiting}</span>
      {blockingUrlOf && (
        <noscript>
          <img
            src={blockingUrlOf(preview)}
            width={inPercent(usualShare(family, preview))}
            loading="lazy"
            alt=""
          />
        </noscript>
      )}
    </>
  )
}
