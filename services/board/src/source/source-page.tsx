import { formatNumber, languageOf } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ApiEmail, ApiSource } from '../api/schema'
import { emailName } from '../email/email-name'
import { emailPath } from '../email/email-paths'
import { NameOfEmail } from '../email/name-of-email'
import { BackLink } from '../views/back-link'
import { sendPage } from '../views/page'
import { withQuery } from '../with-query'
import type { Listing } from './listing'
import { SourceListing } from './source-listing'
import { sourceTexts } from './source-texts'

export interface SourcePage extends Listing {
  email: ApiEmail
  /** Null once the content is erased. */
  source: ApiSource | null
  /** The API had no time to work out the changes; `changes` is empty. */
  areChangesLate: boolean
}

export function sendSourcePage(res: Response, page: SourcePage): void {
  const language = languageOf(res.req)
  const texts = sourceTexts[language]
  const { email, source, clients, client } = page
  const path = emailPath(email.email_guid)
  const whole = source?.html_text ?? source?.plain_text ?? null
  sendPage(
    res,
    {
      title: `${texts.title} · ${emailName(email, language)}`,
      scripts: ['/assets/source.js'],
    },
    <>
      <div className="title">
        <div>
          <BackLink href={path} language={language} />
          <h1>
            <NameOfEmail email={email} language={language} />
          </h1>
        </div>
        {clients.length > 0 && whole !== null && (
          <form className="actions" action={`${path}/source`}>
            {Object.entries({ page: page.page, line: page.line }).map(
              ([name, value]) =>
                value !== null && <input key={name} type="hidden" name={name} value={value} />,
            )}
            <select name="client" defaultValue={client} aria-label={texts.clients}>
              <option value="">
                {texts.everyClient({ number: formatNumber(language, clients.length) })}
              </option>
              {clients.map(({ preview, name, platform }) => (
                <option key={preview.client} value={preview.client}>{`${name} · ${platform}`}</option>
              ))}
            </select>
            <button>{texts.choose}</button>
          </form>
        )}
      </div>
      {whole === null ? (
        <p className="nothing">{texts.erased}</p>
      ) : (
        <>
          {source?.html_text === null && <p className="muted">{texts.noHtml}</p>}
          {page.areChangesLate && <p className="bad">{texts.changesLate}</p>}
          <SourceListing
            whole={whole}
            listing={page}
            pathOfPage={(number) => sourcePath(email.email_guid, { client, page: number })}
            language={language}
          />
        </>
      )}
    </>,
  )
}

const sourcePath = (guid: string, { client, page }: { client: string; page: number }): string =>
  withQuery(`${emailPath(guid)}/source`, { client: client === '' ? undefined : client, page })
