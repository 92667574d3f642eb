import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { formatNumber, languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiCreatedShare, ApiEmail, ApiShare, ApiShareList } from '../api/schema'
import { emailName } from '../email/email-name'
import { emailPath } from '../email/email-paths'
import { Problem } from '../home/problem'
import { BackLink } from '../views/back-link'
import { Moment } from '../views/moment'
import { sendPage } from '../views/page'
import { withQuery } from '../with-query'
import { sharesTexts } from './shares-texts'

export const shareDays = ['1', '7', '30', '180'] as const

export interface SharesPage {
  /** Null for the links of all emails. */
  email: ApiEmail | null
  list: ApiShareList
  form: FilledShareForm
  problem: { status: number; textIn: (language: Language) => string } | null
  /** The link that this request made. Its address is known only now. */
  created: ApiCreatedShare | null
  hasRevoked: boolean
  now: Date
}

export interface FilledShareForm {
  days: (typeof shareDays)[number]
  label: string
  shows: readonly ('changes' | 'checks' | 'source')[]
}

type SharesTexts = (typeof sharesTexts)[Language]

export function sendSharesPage(res: Response, page: SharesPage): void {
  const language = languageOf(res.req)
  const texts = sharesTexts[language]
  const { email, created, problem } = page
  const { shares, next } = page.list
  const path = email ? `${emailPath(email.email_guid)}/shares` : '/shares'
  const formToken = formTokenOf(res)
  sendPage(
    res,
    { title: texts.title, status: created ? 201 : (problem?.status ?? 200), scripts: ['/assets/shares.js'] },
    <div className="form-column">
      {email && <BackLink href={emailPath(email.email_guid)} language={language} />}
      <h1>{texts.heading}</h1>
      {email && (
        <p className="muted">
          <bdi>{emailName(email, language)}</bdi>
        </p>
      )}
      {page.hasRevoked && (
        <p className="notice" role="status">
          {texts.revokedNotice}
        </p>
      )}
      {created && <CreatedLink url={created.url} texts={texts} />}
      {email && (
        <NewShareForm
          email={email}
          form={page.form}
          problem={problem?.textIn(language) ?? null}
          formToken={formToken}
          texts={texts}
        />
      )}
      {shares.length === 0 && !email && <p className="nothing">{texts.none}</p>}
      <ul className="rows">
        {shares.map((share) => (
          <ShareRow
            key={share.share_id}
            share={share}
            formToken={formToken}
            language={language}
            texts={texts}
            now={page.now}
          />
        ))}
      </ul>
      {next !== undefined && (
        <p>
          <a className="button" href={withQuery(path, { before: next })}>
            {texts.older}
          </a>
        </p>
      )}
    </div>,
  )
}

const CreatedLink = ({ url, texts }: { url: string; texts: SharesTexts }): ReactNode => (
  <div className="notice" role="status">
    <p>
      {texts.made} {texts.linkOnce}
    </p>
    <div className="made-link">
      {/* Has the focus, so that without a script Ctrl+A and Ctrl+C copy it. */}
      <input type="text" id="made" readOnly autoFocus value={url} aria-label={texts.made} />
      <button type="button" id="copy" data-copied={texts.copied} hidden>
        {texts.copy}
      </button>
    </div>
  </div>
)

const NewShareForm = ({
  email,
  form,
  problem,
  formToken,
  texts,
}: {
  email: ApiEmail
  form: FilledShareForm
  problem: string | null
  formToken: string
  texts: SharesTexts
}): ReactNode => (
  <form method="post" action={`${emailPath(email.email_guid)}/shares`}>
    <FormToken value={formToken} />
    <p>{texts.intro}</p>
    <Problem id="share-problem" text={problem} />
    <div className="two">
      <div className="field">
        <label htmlFor="label">
          {texts.label} <span className="hint">{texts.labelHint}</span>
        </label>
        <input
          type="text"
          id="label"
          name="label"
          defaultValue={form.label}
          maxLength={128}
          dir="auto"
          aria-describedby="share-problem"
        />
      </div>
      <div className="field">
        <label htmlFor="days">{texts.days}</label>
        <select id="days" name="days" defaultValue={form.days}>
          {shareDays.map((days) => (
            <option key={days} value={days}>
              {texts.dayChoices[days]}
            </option>
          ))}
        </select>
      </div>
    </div>
    {email.content === 'kept' && (
      <fieldset>
        <legend>{texts.shows}</legend>
        <div className="radios">
          {(['changes', 'checks', 'source'] as const).map((part) => (
            <label key={part}>
              <input type="checkbox" name="shows" value={part} defaultChecked={form.shows.includes(part)} />
              {texts[part]}
            </label>
          ))}
        </div>
      </fieldset>
    )}
    <p className="hint">{texts.addresses}</p>
    <p>
      <button className="primary">{texts.make}</button>
    </p>
  </form>
)

function ShareRow({
  share,
  formToken,
  language,
  texts,
  now,
}: {
  share: ApiShare
  formToken: string
  language: Language
  texts: SharesTexts
  now: Date
}): ReactNode {
  const isRevoked = share.revoked_at !== null
  const hasExpired = new Date(share.expires_at) <= now
  const label = share.label ?? texts.noLabel
  return (
    <li>
      <div className="row">
        <span>
          <strong>
            <bdi>{label}</bdi>
          </strong>
          <span className="muted">
            {isRevoked ? (
              texts.revoked
            ) : (
              <>
                {hasExpired ? texts.over : texts.expires}{' '}
                <Moment language={language} at={share.expires_at} now={now} />
                {share.status === 'disabled' && ` · ${texts.disabled}`}
              </>
            )}
            {` · ${texts.views({ number: formatNumber(language, share.views) })}`}
            {' · '}
            <a href={emailPath(share.email_guid)}>{texts.email}</a>
          </span>
        </span>
        {!isRevoked && !hasExpired && (
          <form method="post" action={`/shares/${encodeURIComponent(share.share_id)}/revoke`}>
            <FormToken value={formToken} />
            <button className="danger" aria-label={texts.revokeLabel({ label })}>
              {texts.revoke}
            </button>
          </form>
        )}
      </div>
    </li>
  )
}
