import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { formatNumber, languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiAsset, ApiEmail } from '../api/schema'
import { LostAssets } from '../email-assets/lost-assets'
import { emailName } from '../email/email-name'
import {
  addClientsPath,
  comparePath,
  emailPath,
  previewPath,
  type PreviewAddress,
} from '../email/email-paths'
import { isOpen } from '../email/is-open'
import { TileGrid, type TileOptions } from '../email/tile-grid'
import { countTiles, type Tile } from '../email/tiles'
import type { Variant } from '../email/variants'
import { Placeholders } from '../placeholders/placeholders'
import { sendPage } from '../views/page'
import { EmailTitle } from './email-title'
import { Compared, type EarlierVersion } from './compared'
import { drawMoreForm, FilterBar } from './filter-bar'
import { chooseTiles, gridSearch, type GridQuery } from './grid-filters'
import { gridTexts, type GridTexts } from './grid-texts'
import { Keys } from './keys'
import { Progress } from './progress'

export interface GridPage {
  email: ApiEmail
  tiles: readonly Tile[]
  query: GridQuery
  /** Null once the content is erased, and when the API had no time to list them. */
  assets: readonly ApiAsset[] | null
  placeholders: readonly string[]
  now: Date
  missing: Readonly<Record<Variant, readonly PreviewAddress[]>>
  unavailable: readonly { name: string; platform: string; engine: string }[]
  /** The earlier version; null without one, or when it is deleted. */
  before: EarlierVersion | null
}

const compareForm = 'compare'
const drawAgainForm = 'draw-again'
const reloadSeconds = '5'

export function sendGridPage(res: Response, page: GridPage): void {
  const language = languageOf(res.req)
  const texts = gridTexts[language]
  const { email, tiles, query, before } = page
  const chosen = chooseTiles(tiles, query)
  const path = emailPath(email.email_guid)
  const grid = gridSearch(query)
  const options: TileOptions = {
    texts,
    pathOf: (preview) => previewPath(email.email_guid, preview, grid),
    // Drawing again needs the email's content.
    forms: { compare: compareForm, drawAgain: isOpen(email, page.now) ? drawAgainForm : null },
    alike: ({ key }) => chosen.get(key) ?? 0,
    isFull: query.view === 'full',
    before: ({ key }) => {
      const picture = before?.pictures.get(key)
      if (!before || !picture) return null
      return { picture, comparePath: comparePath(email.email_guid, [`${before.guid}:${key}`, key], 'side') }
    },
    countsChanges: isOpen(email, page.now),
  }
  sendPage(
    res,
    { title: emailName(email, language), scripts: ['/assets/grid.js'] },
    <>
      <EmailTitle
        email={email}
        hasTiles={tiles.length > 0}
        language={language}
        texts={texts}
        now={page.now}
      />
      <LostAssets guid={email.email_guid} assets={page.assets ?? []} language={language} />
      <Placeholders
        guid={email.email_guid}
        placeholders={page.placeholders}
        formToken={formTokenOf(res)}
        language={language}
      />
      <Progress email={email} tiles={tiles} texts={texts} />
      {before && (
        <Compared email={email} tiles={tiles} before={before} formToken={formTokenOf(res)} texts={texts} />
      )}
      {tiles.length === 0 ? (
        <NothingAsked guid={isOpen(email, page.now) ? email.email_guid : null} texts={texts} />
      ) : (
        <FilterBar
          path={path}
          tiles={tiles}
          query={query}
          isCompared={before !== null}
          missing={isOpen(email, page.now) ? page.missing : { dark: [], blocked: [] }}
          texts={texts}
          language={language}
        />
      )}
      <TileGrid tiles={tiles} isTileShown={({ key }) => chosen.has(key)} options={options} />
      {countTiles(tiles).waiting > 0 && <ReloadWithoutScript />}
      <p className="nothing" id="nothing" hidden={chosen.size > 0 || tiles.length === 0}>
        {texts.nothingShown}{' '}
        <a href={path} data-all="">
          {texts.showAll}
        </a>
      </p>
      <CompareBar path={path} texts={texts} />
      <form id={drawAgainForm} method="post" action={`${path}/draw`}>
        <FormToken value={formTokenOf(res)} />
      </form>
      <form id={drawMoreForm} method="post" action={`${path}/draw-more`}>
        <FormToken value={formTokenOf(res)} />
      </form>
      <Unavailable clients={page.unavailable} texts={texts} language={language} />
      <Keys texts={texts} />
    </>,
  )
}

/** `guid`: null when nothing can be drawn any more. */
const NothingAsked = ({ guid, texts }: { guid: string | null; texts: GridTexts }): ReactNode => (
  <div className="nothing">
    <p>{texts.nothingAsked}</p>
    {guid !== null && (
      <p>
        <a className="button primary" href={addClientsPath(guid)}>
          {texts.addClients}
        </a>
      </p>
    )}
  </div>
)

/** The browser then loads the page again, for the pictures that are there by then. */
const ReloadWithoutScript = (): ReactNode => (
  <noscript>
    <meta httpEquiv="refresh" content={reloadSeconds} />
  </noscript>
)

const CompareBar = ({ path, texts }: { path: string; texts: GridTexts }): ReactNode => (
  <form
    className="compare-bar"
    id={compareForm}
    action={`${path}/compare`}
    data-picked={texts.picked}
    data-pick-another={texts.pickAnother}
  >
    <span id="picked" role="status" />
    <button className="primary">{texts.compare}</button>
  </form>
)

function Unavailable({
  clients,
  texts,
  language,
}: {
  clients: GridPage['unavailable']
  texts: GridTexts
  language: Language
}): ReactNode {
  if (clients.length === 0) return null
  const byEngine = new Map<string, string[]>()
  for (const { name, platform, engine } of clients)
    byEngine.set(engine, [...(byEngine.get(engine) ?? []), `${name} · ${platform}`])
  return (
    <details className="unavailable">
      <summary>{texts.unavailable({ number: formatNumber(language, clients.length) })}</summary>
      <p>{texts.serveIt}</p>
      {[...byEngine].map(([engine, names]) => (
        <p key={engine}>
          {texts.notServed({ engine })} <span className="muted">{names.join(', ')}</span>
        </p>
      ))}
    </details>
  )
}
