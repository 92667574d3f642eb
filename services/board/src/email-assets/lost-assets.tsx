import { formatNumber, type Language } from '@pas/pages/languages'
import type { ReactNode } from 'react'
import type { ApiAsset } from '../api/schema'
import { assetsPath } from '../email/email-paths'
import { assetsTexts } from './assets-texts'

export function LostAssets({
  guid,
  assets,
  language,
}: {
  guid: string
  assets: readonly ApiAsset[]
  language: Language
}): ReactNode {
  const texts = assetsTexts[language]
  const lost = assets.filter(({ status }) => status === 'failed')
  if (lost.length === 0) return null
  const counts = new Map<string, number>()
  for (const asset of lost) {
    const reason = reasonOf(asset, language)
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  // The most frequent reason is named, the others are counted.
  const [[reason = ''] = [], ...others] = [...counts].sort(([, one], [, other]) => other - one)
  const number = (value: number): string => formatNumber(language, value)
  return (
    <p className="notice lost">
      <span>
        <span aria-hidden="true">! </span>
        {texts.lost({ lost: number(lost.length), all: number(assets.length), isOne: assets.length === 1 })}
        {`: ${reason}`}
        {others.length > 0 &&
          ` ${texts.andOthers({ number: number(others.length), isOne: others.length === 1 })}`}
        {'. '}
      </span>
      <a href={assetsPath(guid)}>{texts.show}</a>
    </p>
  )
}

/** A reason that is unknown here is shown by the API's own name. */
export function reasonOf({ reason, http_status: status }: ApiAsset, language: Language): string {
  const { reasons } = assetsTexts[language]
  if (reason === null) return ''
  const text = Object.hasOwn(reasons, reason) ? reasons[reason as keyof typeof reasons] : reason
  return status === null ? text : `${text} (${status})`
}
