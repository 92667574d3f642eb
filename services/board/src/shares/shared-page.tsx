import { languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiShared } from '../api/schema'
import { emailName } from '../email/email-name'
import type { PreviewAddress } from '../email/email-paths'
import { emailTexts } from '../email/email-texts'
import { FidelityWord } from '../email/fidelity-word'
import { NameOfEmail } from '../email/name-of-email'
import { previewKey, fill } from '../email/shown-preview'
import { TileGrid } from '../email/tile-grid'
import { type Tile, countTiles } from '../email/tiles'
import { ChangeList, VisibleCount } from '../picture/change-list'
import { NeighbourLink } from '../picture/neighbour-link'
import { pictureTexts } from '../picture/picture-texts'
import { ShownPicture } from '../picture/shown-picture'
import { SourceListing } from '../source/source-listing'
import { BackLink } from '../views/back-link'
import { sendPage } from '../views/page'
import { withQuery } from '../with-query'
import { sharedTexts } from './shared-texts'

export interface SharedPage {
  token: string
  shared: ApiShared
  tiles: readonly Tile[]
  /** Null shows all pictures. */
  opened: Tile | 'source' | null
  /** Where in the source. */
  place: { page: number | null; line: number | null }
}

/** The page has no form, and no link to a page that needs an account. */
export function sendSharedPage(res: Response, page: SharedPage): void {
  const language = languageOf(res.req)
  const subject = emailName(namesOf(page.shared), language)
  const { opened } = page
  const openedName = opened === 'source' ? sharedTexts[language].source : opened?.name
  const isWaiting = countTiles(shownTiles(page)).waiting > 0
  sendPage(
    res,
    {
      title: openedName === undefined ? subject : `${openedName} · ${subject}`,
      scripts: [
        ...(opened ? ['/assets/picture.js'] : []),
        ...(opened === 'source' ? ['/assets/source.js'] : []),
        ...(isWaiting ? ['/assets/shared.js'] : []),
      ],
    },
    <Content page={page} subject={subject} language={language} />,
  )
}

/** The label is the account's own. */
const namesOf = ({ email }: ApiShared) => ({ ...email, label: null, preheader: null })

function shownTiles({ opened, tiles }: SharedPage): readonly Tile[] {
  if (opened === 'source') return []
  return opened ? [opened] : tiles
}

interface ContentProps {
  page: SharedPage
  subject: string
  language: Language
}

function Content({ page, subject, language }: ContentProps): ReactNode {
  const { opened } = page
  if (opened === 'source') return <Source page={page} language={language} />
  if (opened) return <Opened page={page} tile={opened} subject={subject} language={language} />
  return <AllPictures page={page} language={language} />
}

function AllPictures({ page: { token, shared, tiles }, language }: Omit<ContentProps, 'subject'>): ReactNode {
  return (
    <>
      <div className="title">
        <div>
          <h1>
            <NameOfEmail email={namesOf(shared)} language={language} />
          </h1>
          {shared.label !== null && <bdi className="ref">{shared.label}</bdi>}
          <p className="muted" id="drawn" role="status">
            {fill(emailTexts[language].drawn, countTiles(tiles))}
          </p>
        </div>
        {shared.source && (
          <p className="actions">
            <a className="button" href={sourcePathOf(token)}>
              {sharedTexts[language].source}
            </a>
          </p>
        )}
      </div>
      <TileGrid
        tiles={tiles}
        isTileShown={() => true}
        options={{
          texts: emailTexts[language],
          pathOf: (preview) => picturePathOf(token, preview),
        }}
      />
    </>
  )
}

const pathOf = (token: string): string => `/s/${encodeURIComponent(token)}`

const sourcePathOf = (token: string, place: { page?: number; line?: number } = {}): string =>
  withQuery(pathOf(token), { view: 'source', ...place })

const picturePathOf = (token: string, preview: PreviewAddress): string =>
  withQuery(pathOf(token), { preview: previewKey(preview) })

function Source({
  page: { token, shared, tiles, place },
  language,
}: Omit<ContentProps, 'subject'>): ReactNode {
  const whole = shared.source?.html_text ?? shared.source?.plain_text ?? ''
  return (
    <>
      <div className="title">
        <div>
          <BackLink href={pathOf(token)} language={language} />
          <h1>
            <NameOfEmail email={namesOf(shared)} language={language} />
          </h1>
        </div>
      </div>
      <SourceListing
        whole={whole}
        listing={{
          changes: shared.changes ?? [],
          findings: [],
          checksPath: null,
          clients: tiles,
          client: '',
          ...place,
        }}
        pathOfPage={(page) => sourcePathOf(token, { page })}
        language={language}
      />
    </>
  )
}

function Opened({ page, tile, subject, language }: ContentProps & { tile: Tile }): ReactNode {
  const { token, shared } = page
  const texts = pictureTexts[language]
  const { preview, name, platform, fidelity, pixelRatio } = tile
  const { word, meaning } = emailTexts[language].fidelity[fidelity]
  const changes =
    shared.changes
      ?.filter(({ clients }) => clients.includes(preview.client))
      .map((change) => ({ ...change, source_url: change.source_url ?? null })) ?? null
  return (
    <>
      <OpenedToolbar page={page} tile={tile} index={page.tiles.indexOf(tile)} language={language} />
      <div className="work">
        <div className="stage fit" id="stage" data-status={preview.status}>
          {preview.status === 'captured' ? (
            <ShownPicture
              preview={preview}
              factor={1 / pixelRatio}
              alt={texts.altPicture({ name: `${name}, ${platform}`, subject })}
              isClipped={changes?.some(({ rule }) => rule === 'message-clipped') ?? false}
              language={language}
            />
          ) : (
            <p>{preview.status === 'waiting' ? texts.waiting : texts.failed}</p>
          )}
        </div>
        <aside className="panel" aria-label={changes ? texts.whatChanged : texts.facts}>
          {changes && (
            <>
              <h2>
                {texts.whatChanged}
                <VisibleCount changes={changes} language={language} />
              </h2>
              <ChangeList
                changes={changes}
                html={shared.source?.html_text ?? null}
                linePath={(line) => `${sourcePathOf(token, { line })}#L${line}`}
                language={language}
              />
            </>
          )}
          <h2>{texts.facts}</h2>
          <dl className="facts">
            <dt>{texts.fidelity}</dt>
            <dd>{`${word}: ${meaning}`}</dd>
          </dl>
        </aside>
      </div>
    </>
  )
}

function OpenedToolbar({
  page: { token, tiles },
  tile: { key, name, platform, fidelity },
  index,
  language,
}: {
  page: SharedPage
  tile: Tile
  index: number
  language: Language
}): ReactNode {
  const neighbour = (by: 1 | -1): ReactNode => {
    const other = tiles[index + by]
    return (
      other && (
        <NeighbourLink by={by} tile={other} href={picturePathOf(token, other.preview)} language={language} />
      )
    )
  }
  return (
    <div className="toolbar">
      <BackLink href={`${pathOf(token)}#${key}`} language={language} />
      <h1>{name}</h1>
      <span className="muted">
        {platform}
        {' · '}
        <FidelityWord fidelity={fidelity} texts={emailTexts[language]} />
      </span>
      <span className="pager push">
        {neighbour(-1)}
        {neighbour(1)}
      </span>
    </div>
  )
}
