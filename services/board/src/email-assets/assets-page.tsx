import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { formatNumber, languageOf, type Language } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import type { ApiAsset, ApiEmail } from '../api/schema'
import { BelowEmailTitle } from '../email/below-email-title'
import { emailPath } from '../email/email-paths'
import { sendPage } from '../views/page'
import { assetsTexts } from './assets-texts'
import { reasonOf } from './lost-assets'

export function sendAssetsPage(
  res: Response,
  { email, assets }: { email: ApiEmail; assets: readonly ApiAsset[] },
): void {
  const language = languageOf(res.req)
  const texts = assetsTexts[language]
  const path = emailPath(email.email_guid)
  const lost = assets.filter(({ status }) => status === 'failed').length
  // A part that the message itself lacks (`cid:`) cannot be fetched.
  const canFetchAgain = assets.some(({ status, url }) => status === 'failed' && !url.startsWith('cid:'))
  const number = (value: number): string => formatNumber(language, value)
  sendPage(
    res,
    { title: texts.title },
    <>
      <div className="title">
        <BelowEmailTitle email={email} heading={texts.title} language={language} />
        {canFetchAgain && (
          <form className="actions" method="post" action={`${path}/fetch-again`}>
            <FormToken value={formTokenOf(res)} />
            <button className="primary" aria-describedby="fetch-again">
              {texts.fetchAgain}
            </button>
          </form>
        )}
      </div>
      {assets.length === 0 ? (
        <p className="nothing">{texts.none}</p>
      ) : (
        <p>
          {lost === 0
            ? texts.allKept({ number: number(assets.length), isOne: assets.length === 1 })
            : `${texts.lost({ lost: number(lost), all: number(assets.length), isOne: assets.length === 1 })}.`}
        </p>
      )}
      {canFetchAgain && (
        <p className="hint" id="fetch-again">
          {texts.fetchAgainHint}
        </p>
      )}
      <ul className="rows assets">
        {assets.map((asset) => (
          <AssetRow
            key={`${asset.status} ${asset.url}`}
            asset={asset}
            sourcePath={`${path}/source`}
            language={language}
          />
        ))}
      </ul>
    </>,
  )
}

function AssetRow({
  asset,
  sourcePath,
  language,
}: {
  asset: ApiAsset
  sourcePath: string
  language: Language
}): ReactNode {
  const texts = assetsTexts[language]
  const { url, status, bytes, content_type: type, width, height, where } = asset
  return (
    <li>
      <div className="row">
        <span>
          <bdi className="address">{url}</bdi>
          <span className="muted">
            {status === 'failed' ? (
              <span className="bad">{`! ${reasonOf(asset, language)}`}</span>
            ) : (
              [
                type?.split(';')[0],
                width !== null &&
                  height !== null &&
                  `${formatNumber(language, width)} × ${formatNumber(language, height)}`,
                bytes !== null &&
                  texts.size({ kib: formatNumber(language, Math.max(1, Math.round(bytes / 1024))) }),
              ]
                .filter(Boolean)
                .join(' · ')
            )}
          </span>
        </span>
        {where && (
          <a href={`${sourcePath}?line=${where.line}#L${where.line}`}>
            {texts.line({ number: formatNumber(language, where.line) })}
          </a>
        )}
      </div>
    </li>
  )
}
