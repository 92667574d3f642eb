import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { formatNumber, formatTimeLeft, languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiAsset, ApiEmail } from '../api/schema'
import { Moment } from '../views/moment'
import { sendPage } from '../views/page'
import { countTiles, fill } from './count-tiles'
import { emailName, wordsBeside } from './email-name'
import {
  addClientsPath,
  comparePath,
  editPath,
  emailPath,
  previewPath,
  type PreviewAddress,
} from './email-paths'
import { filterValues, gridSearch, isShown, type FilterName, type GridQuery } from './grid-filters'
import { gridTexts } from './grid-texts'
import { isOpen, secondsLeft } from './is-open'
import { LostAssets } from './lost-assets'
import type { Variant } from './missing-variants'
import { TileGrid, type GridTexts, type TileOptions } from './tile-grid'
import { emailClientKinds } from '@pas/email-clients/email-client'
import type { Tile } from './tiles'

/** What an email's grid shows. */
export interface GridPage {
  email: ApiEmail
  tiles: readonly Tile[]
  query: GridQuery
  /** What became of the email's images; null once its content is erased, and while that cannot be read. */
  assets: readonly ApiAsset[] | null
  now: Date
  missing: Readonly<Record<Variant, readonly PreviewAddress[]>>
  /** Email clients that cannot be drawn at the moment, with the reason. */
  unavailable: readonly { name: string; platform: string; reason: string }[]
  /**
   * SHA-256 of the pictures of the version before, in hexadecimal, by key. Null for an email that is no new version.
   */
  before: ReadonlyMap<string, string> | null
  blockingUrlOf: (preview: PreviewAddress) => string
}

const compareForm = 'compare'
const drawAgainForm = 'draw-again'
const drawMoreForm = 'draw-more'

/** Sends the page with all pictures of an email. */
export function sendGridPage(res: Response, page: GridPage): void {
  const language = languageOf(res.req)
  const texts = gridTexts[language]
  const { email, tiles, query } = page
  const path = emailPath(email.email_guid)
  const grid = gridSearch(query)
  const { before } = page
  const options: TileOptions = {
    texts,
    pathOf: (preview) => previewPath(email.email_guid, preview, grid),
    blockingUrlOf: page.blockingUrlOf,
    // Drawing again needs the email's content.
    forms: { compare: compareForm, drawAgain: isOpen(email, page.now) ? drawAgainForm : null },
    isFull: query.view === 'full',
    pictureBefore: ({ key }) => {
      const sha256 = before?.get(key)
      if (sha256 === undefined || email.revision_of === null) return null
      const panes = [`${email.revision_of}:${key}`, key]
      return { sha256, comparePath: comparePath(email.email_guid, panes, 'difference') }
    },
    countsChanges: isOpen(email, page.now),
  }
  const isAnyShown = tiles.some((tile) => isShown(tile, query))
  sendPage(
    res,
    { title: emailName(email, language), scripts: ['/assets/grid.js'] },
    <>
      <EmailTitle email={email} language={language} texts={texts} now={page.now} />
      <LostAssets guid={email.email_guid} assets={page.assets ?? []} language={language} />
      <Progress email={email} tiles={tiles} texts={texts} />
      {tiles.length === 0 ? (
        <div className="nothing">
          <p>{texts.nothingAsked}</p>
          {isOpen(email, page.now) && (
            <p>
              <a className="button primary" href={addClientsPath(email.email_guid)}>
                {texts.addClients}
              </a>
            </p>
          )}
        </div>
      ) : (
        <Filters
          path={path}
          tiles={tiles}
          query={query}
          missing={isOpen(email, page.now) ? page.missing : { dark: [], blocked: [] }}
          texts={texts}
          language={language}
        />
      )}
      <TileGrid tiles={tiles} isTileShown={(tile) => isShown(tile, query)} options={options} />
      <p className="nothing" id="nothing" hidden={isAnyShown || tiles.length === 0}>
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

/** An email's subject, its sender, reference and age, and the buttons for what can be done with it. */
function EmailTitle({
  email,
  language,
  texts,
  now,
}: {
  email: ApiEmail
  language: Language
  texts: GridTexts
  now: Date
}): ReactNode {
  const path = emailPath(email.email_guid)
  return (
    <div className="title">
      <div>
        <h1>
          <bdi>{emailName(email, language)}</bdi>
        </h1>
        {wordsBeside(email) !== null && (
          <p className="muted one-line">
            <bdi>{wordsBeside(email)}</bdi>
          </p>
        )}
        <p className="muted">
          {email.reference !== null && (
            <>
              <bdi className="ref">{email.reference}</bdi>{' '}
            </>
          )}
          {email.from_address !== null && (
            <>
              {texts.from} <bdi>{email.from_address}</bdi>
              {' · '}
            </>
          )}
          <Moment language={language} at={email.created_at} now={now} />
          {' · '}
          {isOpen(email, now)
            ? texts.sourceKept({ left: formatTimeLeft(language, secondsLeft(email, now)) })
            : texts.erased}
          {email.revision_of !== null && (
            <>
              {' · '}
              <a href={emailPath(email.revision_of)}>{texts.revisionOf}</a>
            </>
          )}
        </p>
      </div>
      <div className="actions">
        {isOpen(email, now) && (
          <>
            {email.counts.waiting + email.counts.captured + email.counts.failed > 0 && (
              <a className="button" href={addClientsPath(email.email_guid)}>
                {texts.addClients}
              </a>
            )}
            <a className="button" href={`${path}/source`}>
              {texts.source}
            </a>
            <a className="button" href={`${path}/redraw`}>
              {texts.redraw}
            </a>
          </>
        )}
        <a className="button" href={editPath(email.email_guid)}>
          {texts.edit}
        </a>
        <a className="button" href={`${path}/export.zip`} download="">
          {texts.export}
        </a>
        <a className="button primary" href={`${path}/shares`}>
          {texts.share}
        </a>
      </div>
    </div>
  )
}

function Progress({
  email,
  tiles,
  texts,
}: {
  email: ApiEmail
  tiles: readonly Tile[]
  texts: GridTexts
}): ReactNode {
  const numbers = countTiles(tiles)
  const isLive = numbers.waiting > 0
  return (
    <div
      className="progress"
      id="progress"
      hidden={tiles.length === 0}
      data-events={isLive ? `${emailPath(email.email_guid)}/events` : undefined}
      data-drawn={texts.drawn}
      data-failed={texts.failed}
      data-failed-word={`! ${texts.failedWord}`}
      data-cut-word={texts.cut}
      data-live={texts.states.live}
      data-reconnecting={texts.states.reconnecting}
      data-complete={texts.states.complete}
      data-gone={texts.states.gone}
      data-signed-out={texts.states.signedOut}
      data-counts={`${emailPath(email.email_guid)}/change-counts`}
      data-one-change={texts.changes.one}
      data-changes={texts.changes.many}
      data-changes-unknown={texts.changes.unknown}
    >
      <span id="drawn">{fill(texts.drawn, numbers)}</span>
      <progress value={numbers.captured} max={Math.max(1, numbers.total)} aria-labelledby="drawn" />
      <span className="bad" id="failed" hidden={numbers.failed === 0}>
        {`! ${fill(texts.failed, numbers)}`}
      </span>
      {/* Tells screen readers how many pictures are drawn; the page's script writes it. */}
      <span className="seen-by-readers-only" role="status" id="said" />
      <KeysHint texts={texts} />
      <span className="live" id="live" data-state={isLive ? 'reconnecting' : 'complete'}>
        {isLive ? texts.waiting : texts.states.complete}
      </span>
    </div>
  )
}

function Filters({
  path,
  tiles,
  query,
  missing,
  texts,
  language,
}: {
  path: string
  tiles: readonly Tile[]
  query: GridQuery
  missing: GridPage['missing']
  texts: GridTexts
  language: Language
}): ReactNode {
  const counts = new Map<string, number>()
  for (const tile of tiles) {
    for (const [name, value] of Object.entries(filterValues(tile)))
      counts.set(`${name}=${value}`, (counts.get(`${name}=${value}`) ?? 0) + 1)
  }
  const countOf = (name: FilterName, value: string): number => counts.get(`${name}=${value}`) ?? 0
  const hrefOf = (changed: Parameters<typeof gridSearch>[1]): string => {
    const search = gridSearch(query, changed)
    return search === '' ? path : `${path}?${search}`
  }
  const link = (name: FilterName, value: string | undefined, label: ReactNode): ReactNode => (
    <a
      key={value ?? ''}
      href={hrefOf({ [name]: value })}
      data-filter={name}
      data-value={value ?? ''}
      aria-current={query[name] === value ? 'true' : undefined}
    >
      {label}
      <span className="count">
        {formatNumber(language, value === undefined ? tiles.length : countOf(name, value))}
      </span>
    </a>
  )
  const toggle = (name: FilterName, value: string, label: ReactNode): ReactNode => {
    const isOn = query[name] === value
    const isUseless = countOf(name, value) === 0 && !isOn
    // Hidden, not left out: the page's script shows this filter when a picture fails.
    if (isUseless && name !== 'status') return null
    return (
      <a
        key={value}
        className="chip"
        hidden={isUseless}
        href={hrefOf({ [name]: isOn ? undefined : value })}
        data-filter={name}
        data-value={value}
        data-toggle=""
        aria-current={isOn ? 'true' : undefined}
      >
        {label}
        <span className="count" data-count={`${name}=${value}`}>
          {formatNumber(language, countOf(name, value))}
        </span>
      </a>
    )
  }
  /** Has the variant drawn for the email clients that have no such picture yet. With none yet, in the filter's place. */
  const draw = (variant: Variant, filter: FilterName, value: string, label: string): ReactNode => {
    const number = formatNumber(language, missing[variant].length)
    if (missing[variant].length === 0) return null
    const title = texts.drawMore[variant]({ number })
    return (
      <button
        key={`draw-${variant}`}
        className="chip"
        form={drawMoreForm}
        name="variant"
        value={variant}
        title={title}
        aria-label={title}
      >
        {countOf(filter, value) === 0 ? (
          <>
            {label}
            <span className="count">{`+${number}`}</span>
          </>
        ) : (
          <span className="count">{texts.drawMore.button({ number })}</span>
        )}
      </button>
    )
  }
  return (
    <div className="filters" id="filters">
      <details>
        <summary>{texts.filters}</summary>
        <nav className="segments" aria-label={texts.family}>
          {link('family', undefined, texts.all)}
          {emailClientKinds
            .filter((family) => countOf('family', family) > 0)
            .map((family) => link('family', family, texts.families[family]))}
        </nav>
        {toggle('dark', '1', texts.dark)}
        {draw('dark', 'dark', '1', texts.dark)}
        {toggle('images', 'blocked', texts.blocked)}
        {draw('blocked', 'images', 'blocked', texts.blocked)}
        {(['client', 'engine', 'emulated'] as const).map((fidelity) =>
          countOf('fidelity', fidelity) === tiles.length
            ? null
            : toggle(
                'fidelity',
                fidelity,
                <span className={`fidelity ${fidelity}`} title={texts.fidelity[fidelity].meaning}>
                  {texts.fidelity[fidelity].word}
                </span>,
              ),
        )}
        {toggle('status', 'failed', texts.onlyFailed)}
      </details>
      <form role="search" action={path}>
        {Object.entries(query)
          .filter(([name]) => name !== 'find')
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        <input
          type="search"
          id="find"
          name="find"
          defaultValue={query.find ?? ''}
          placeholder={texts.find}
          aria-label={texts.find}
          autoComplete="off"
        />
        <noscript>
          <button>{texts.apply}</button>
        </noscript>
      </form>
      <nav className="segments" aria-label={texts.view}>
        {(['grid', 'full'] as const).map((view) => (
          <a
            key={view}
            href={hrefOf({ view })}
            data-view={view}
            aria-current={(query.view ?? 'grid') === view ? 'true' : undefined}
          >
            {texts[view]}
          </a>
        ))}
      </nav>
    </div>
  )
}

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
  const byReason = new Map<string, string[]>()
  for (const { name, platform, reason } of clients)
    byReason.set(reason, [...(byReason.get(reason) ?? []), `${name} · ${platform}`])
  return (
    <details className="unavailable">
      <summary>{texts.unavailable({ number: formatNumber(language, clients.length) })}</summary>
      {[...byReason].map(([reason, names]) => (
        <p key={reason}>
          {reason} <span className="muted">{names.join(', ')}</span>
        </p>
      ))}
    </details>
  )
}

/** Says that there are keys. The style sheet shows it with scripts, beside a pointer that is not a finger. */
const KeysHint = ({ texts }: { texts: GridTexts }): ReactNode => (
  <span className="keys-hint">
    <span id="keys-hint">
      {texts.keysHint.map(([key, does]) => (
        <span key={key}>
          <kbd>{key}</kbd> {does}
        </span>
      ))}
    </span>
    <button type="button" className="quiet" id="keys-button">
      {texts.keys} <kbd>?</kbd>
    </button>
  </span>
)

/** The list of keys; the page's script shows it. */
const Keys = ({ texts }: { texts: GridTexts }): ReactNode => (
  <dialog id="keys" aria-labelledby="keys-title">
    <h2 id="keys-title">{texts.keys}</h2>
    <dl className="facts">
      {texts.keyList.map(([key, does]) => (
        <div key={key} className="contents">
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
    <p>
      <label>
        <input type="checkbox" id="keys-anywhere" autoComplete="off" /> {texts.keysAnywhere}
      </label>
    </p>
    <form method="dialog">
      <button>{texts.close}</button>
    </form>
  </dialog>
)
