import type { Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import { findingsOf } from '../checks/check-kinds'
import { emailTexts } from '../email/email-texts'
import { FidelityWord } from '../email/fidelity-word'
import type { Tile } from '../email/tiles'
import { ChangeList, SeenNumber } from '../picture/change-list'
import { ClientFindings, findingsIn, Frames } from '../picture/client-findings'
import { NeighbourLink } from '../picture/neighbour-link'
import { pictureTexts } from '../picture/picture-texts'
import { ShownPicture } from '../picture/shown-picture'
import { BackLink } from '../views/back-link'
import { findingContextOf, type ContentProps, type SharedPage } from './shared'
import { pathOf, picturePathOf, sourcePathOf } from './shared-paths'

/** One picture of a share link. */
export function SharedPicture({ page, tile, subject, language }: ContentProps & { tile: Tile }): ReactNode {
  const { token, shared } = page
  const texts = pictureTexts[language]
  const { preview, name, platform, fidelity, pixelRatio } = tile
  const { word, meaning } = emailTexts[language].fidelity[fidelity]
  const findings = shared.checks ? findingsIn(findingsOf(shared.checks), preview.client) : []
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
              frames={<Frames preview={preview} pixelRatio={pixelRatio} findings={findings} />}
              language={language}
            />
          ) : (
            <p>{preview.status === 'waiting' ? texts.waiting : texts.failed}</p>
          )}
        </div>
        <aside className="panel" aria-label={changes ? texts.whatChanged : texts.facts}>
          {shared.checks && (
            <ClientFindings
              findings={findings}
              isRunning={false}
              checksPath={null}
              {...findingContextOf(page, language)}
            />
          )}
          {changes && (
            <>
              <h2>
                {texts.whatChanged}
                <SeenNumber changes={changes} language={language} />
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
