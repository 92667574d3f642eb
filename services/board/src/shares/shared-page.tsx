import { languageOf } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiShared } from '../api/schema'
import { ChecksReport } from '../checks/checks-page'
import { checksLinkId } from '../checks/checks-link'
import { checkTexts } from '../checks/checks-texts'
import { emailName } from '../email/email-name'
import { emailTexts } from '../email/email-texts'
import { NameOfEmail } from '../email/name-of-email'
import { fill } from '../email/shown-preview'
import { TileGrid } from '../email/tile-grid'
import { countTiles, type Tile } from '../email/tiles'
import { SourceListing } from '../source/source-listing'
import { BackLink } from '../views/back-link'
import { sendPage } from '../views/page'
import { findingContextOf, type ContentProps, type SharedPage } from './shared'
import { checksPathOf, pathOf, picturePathOf, sourcePathOf } from './shared-paths'
import { SharedPicture } from './shared-picture'
import { sharedTexts } from './shared-texts'

/** The page has no form, and no link to a page that needs an account. */
export function sendSharedPage(res: Response, page: SharedPage): void {
  const language = languageOf(res.req)
  const subject = emailName(namesOf(page.shared), language)
  const { opened } = page
  const names = { source: sharedTexts[language].source, checks: checkTexts[language].title }
  const openedName = typeof opened === 'string' ? names[opened] : opened?.name
  const isWaiting = countTiles(shownTiles(page)).waiting > 0
  sendPage(
    res,
    {
      title: openedName === undefined ? subject : `${openedName} · ${subject}`,
      scripts: [
        ...(opened && opened !== 'checks' ? ['/assets/picture.js'] : []),
        ...(opened === 'source' ? ['/assets/source.js'] : []),
        ...(opened === 'checks' ? ['/assets/checks.js'] : []),
        ...(isWaiting ? ['/assets/shared.js'] : []),
      ],
    },
    <Content page={page} subject={subject} language={language} />,
  )
}

/** The label is the account's own. */
const namesOf = ({ email }: ApiShared) => ({ ...email, label: null, preheader: null })

function shownTiles({ opened, tiles }: SharedPage): readonly Tile[] {
  if (typeof opened === 'string') return []
  return opened ? [opened] : tiles
}

function Content({ page, subject, language }: ContentProps): ReactNode {
  const { opened } = page
  if (opened === 'source') return <Source page={page} language={language} />
  if (opened === 'checks') return <Checks page={page} subject={subject} language={language} />
  if (opened) return <SharedPicture page={page} tile={opened} subject={subject} language={language} />
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
        {(shared.source ?? shared.checks) && (
          <p className="actions">
            {shared.checks && (
              <a className="button" id={checksLinkId} href={checksPathOf(token)}>
                {checkTexts[language].title}
              </a>
            )}
            {shared.source && (
              <a className="button" href={sourcePathOf(token)}>
                {sharedTexts[language].source}
              </a>
            )}
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

function Checks({ page, subject, language }: ContentProps): ReactNode {
  const { token, shared, query } = page
  if (!shared.checks) return null
  return (
    <>
      <div className="title">
        <div>
          <BackLink href={`${pathOf(token)}#${checksLinkId}`} language={language} />
          <h1>{checkTexts[language].title}</h1>
          <p className="muted">
            <bdi>{subject}</bdi>
          </p>
        </div>
      </div>
      <ChecksReport
        checks={shared.checks}
        compared={null}
        query={{ ...query, view: 'checks' }}
        checksPath={pathOf(token)}
        {...findingContextOf(page, language)}
      />
    </>
  )
}
