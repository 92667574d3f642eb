import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiEmailClient, ApiPreview } from '../api/schema'
import { findingsOf } from '../checks/check-kinds'
import { emailName } from '../email/email-name'
import { emailPath, waitingPath } from '../email/email-paths'
import { emailTexts } from '../email/email-texts'
import { isOpen, contentErasedTexts } from '../email/is-open'
import { previewKey } from '../email/shown-preview'
import { Moment } from '../views/moment'
import { sendPage } from '../views/page'
import { ChangeList, SeenNumber } from './change-list'
import { ClientFindings, findingsIn, Frames, type FramedFinding } from './client-findings'
import type { PicturePage } from './picture'
import { pictureTexts } from './picture-texts'
import { PictureToolbar } from './picture-toolbar'
import { drawForm } from './segments'
import { ShownPicture } from './shown-picture'

type PictureTexts = (typeof pictureTexts)[Language]

export function sendPicturePage(res: Response, page: PicturePage): void {
  const language = languageOf(res.req)
  const texts = pictureTexts[language]
  const { email, emailClient, address, changes, preview } = page
  const guid = email.email_guid
  const path = emailPath(guid)
  const linePath = (line: number): string => `${path}/source?line=${line}&client=${address.client}#L${line}`
  const findings = page.checks ? findingsIn(findingsOf(page.checks), address.client) : []
  sendPage(
    res,
    {
      title: `${emailClient.name} · ${emailName(email, language)}`,
      scripts: ['/assets/picture.js'],
    },
    <>
      <PictureToolbar page={page} language={language} />
      <form method="post" action={`${path}/draw`} id={drawForm}>
        <FormToken value={formTokenOf(res)} />
        <input type="hidden" name="show" value="picture" />
        <input type="hidden" name="grid" value={page.grid} />
      </form>
      <div className="work">
        <div className={page.zoom === 'fit' ? 'stage fit' : 'stage'} id="stage">
          <Picture page={page} findings={findings} texts={texts} language={language} />
        </div>
        <aside className="panel" aria-label={texts.whatChanged}>
          {page.checks && (
            <ClientFindings
              findings={findings}
              isRunning={!page.checks.complete}
              checksPath={`${path}/checks?client=${address.client}`}
              path={path}
              linePath={linePath}
              emailClients={page.emailClients}
              language={language}
              canMend
            />
          )}
          <h2>
            {texts.whatChanged}
            <SeenNumber changes={changes} language={language} />
          </h2>
          {changes === null ? (
            <p className="muted">{page.areChangesLate ? texts.changesLate : texts.noChanges}</p>
          ) : (
            <ChangeList changes={changes} html={page.html} linePath={linePath} language={language} />
          )}
          <h2>{texts.facts}</h2>
          <Facts
            emailClient={emailClient}
            preview={preview}
            texts={texts}
            language={language}
            now={page.now}
          />
        </aside>
      </div>
    </>,
  )
}

function Picture({
  findings,
  page: { email, address, emailClient, preview, changes, zoom, now },
  texts,
  language,
}: {
  page: PicturePage
  findings: readonly FramedFinding[]
  texts: PictureTexts
  language: Language
}): ReactNode {
  const alt = texts.altPicture({
    name: `${emailClient.name}, ${emailClient.platform}`,
    subject: emailName(email, language),
  })
  if (preview?.status === 'captured') {
    const isClipped = changes?.some(({ rule }) => rule === 'message-clipped') ?? false
    return (
      <ShownPicture
        preview={preview}
        factor={(zoom === '150' ? 1.5 : 1) / emailClient.pixel_ratio}
        alt={alt}
        isClipped={isClipped}
        frames={<Frames preview={preview} pixelRatio={emailClient.pixel_ratio} findings={findings} />}
        language={language}
      />
    )
  }
  // The browser waits for the picture: the path answers only once it is there. `srcset` says its pixel ratio.
  if (preview?.status === 'waiting') {
    const path = waitingPath(email.email_guid, address)
    return <img src={path} srcSet={`${path} ${emailClient.pixel_ratio}x`} alt={`${texts.waiting} ${alt}`} />
  }
  const failure = preview && (
    <p className="bad">
      <strong>{`! ${texts.failed}`}</strong> {preview.description}
    </p>
  )
  if (!isOpen(email, now))
    return failure ? (
      <div>
        {failure}
        <p>{contentErasedTexts[language]}</p>
      </div>
    ) : (
      <p>{texts.gone}</p>
    )
  return (
    <div>
      {failure ?? <p>{texts.notDrawn}</p>}
      <button className="primary" form={drawForm} name="preview" value={previewKey(address)}>
        {preview ? texts.drawAgain : texts.draw}
      </button>
    </div>
  )
}

function Facts({
  emailClient,
  preview,
  texts,
  language,
  now,
}: {
  emailClient: ApiEmailClient
  preview: ApiPreview | null
  texts: PictureTexts
  language: Language
  now: Date
}): ReactNode {
  const { word, meaning } = emailTexts[language].fidelity[emailClient.fidelity]
  return (
    <dl className="facts">
      <dt>{texts.fidelity}</dt>
      <dd>{`${word}: ${meaning}`}</dd>
      <dt>{texts.engine}</dt>
      <dd>{emailClient.engine}</dd>
      <dt>{texts.asOf}</dt>
      <dd>{emailClient.as_of}</dd>
      <dt>{texts.confidence}</dt>
      <dd>{texts.confidences[emailClient.confidence]}</dd>
      {preview?.status === 'captured' && (
        <>
          <dt>{texts.size}</dt>
          <dd>{`${preview.width} × ${preview.height}`}</dd>
          <dt>{texts.drawn}</dt>
          <dd>
            <Moment language={language} at={preview.captured_at} now={now} />
            {' · '}
            <a href={preview.full_url}>{texts.openPicture}</a>
          </dd>
        </>
      )}
    </dl>
  )
}
