import { findAttribute } from '@pas/email-clients/engine/html-tree'
import { findReferences } from '@pas/email-clients/references/find-references'
import type { DeadReason } from '@pas/email-clients/references/resolve-reference'
import type { CheckedEmail, LostAsset } from '../checked-email'
import { attributeSpan, spanAt, tagSpan } from '../checked-html'
import { changesOf } from '../code/changes-of'
import { fixToHttps } from '../links/link'
import type { Rule } from '../rule'
import { shownAddress } from '../shown-address'
import { ownDefault } from '../sources'
import { mergeTagInAddress } from '../template/merge-tags'
import { assetOf, assetsByUrl, picturesOf } from './picture'

const maxReferences = 1_000

export const notFetched: Rule = {
  name: 'images/not-fetched',
  severity: 'error',
  title: 'A picture, font or style sheet could not be fetched.',
  sources: [ownDefault('our fetch of the email’s assets')],
  isOneRow: true,
  find: function* (email) {
    const { html, assets, lostAssets } = email
    for (const { url, reason, isCertain, where } of assets === null ? findNeverLoaded(email) : lostAssets)
      yield {
        what: shownAddress(url),
        span: html && where ? spanAt(html, where) : null,
        description: `It could not be fetched: ${reason}.`,
        ...(!isCertain && { severity: 'warning' as const }),
      }
  },
}

const reasons: Readonly<Record<DeadReason, string>> = {
  relative: 'the address is relative, and an email has no address of its own',
  url: 'it is no address that an email client fetches',
}

const findNeverLoaded = ({ html }: CheckedEmail): LostAsset[] =>
  findReferences(html?.source ?? '', maxReferences).flatMap(({ url, dead, where }) =>
    dead === null || mergeTagInAddress(url) !== null
      ? []
      : [{ url, reason: reasons[dead], isCertain: true, where }],
  )

const maxPictureBytes = 200_000

export const heavy: Rule = {
  name: 'images/heavy',
  severity: 'warning',
  title: 'A picture has more than 200 KB.',
  sources: [ownDefault('two seconds at 800 kbit/s, the rate of a poor mobile connection')],
  isOneRow: true,
  find: function* ({ html, assets }) {
    const byUrl = assetsByUrl(assets)
    const pictures = picturesOf(html)
      .map((picture) => ({ ...picture, bytes: assetOf(picture.element, byUrl)?.bytes ?? 0 }))
      .filter(({ bytes }) => bytes > maxPictureBytes)
    const most = pictures.reduce((least, { bytes }) => Math.max(least, bytes), 0)
    for (const { element, address } of pictures) {
      const has = pictures.length === 1 ? 'The file has' : 'The largest file has'
      yield {
        what: address,
        span: tagSpan(element),
        description: `${has} ${Math.round(most / 1_000)} KB.`,
        identity: 'heavy',
        detail: { bytes: most },
      }
    }
  },
}

const maxBytesTogether = 1_000_000

export const heavyTogether: Rule = {
  name: 'images/heavy-together',
  severity: 'warning',
  title: 'The pictures have more than 1 MB together.',
  sources: [ownDefault('ten seconds at 800 kbit/s, the rate of a poor mobile connection')],
  find: function* ({ assets }) {
    const pictures = (assets ?? []).filter(({ contentType }) => contentType.startsWith('image/'))
    const bytes = pictures.reduce((sum, asset) => sum + asset.bytes, 0)
    if (bytes <= maxBytesTogether) return
    yield {
      what: `${pictures.length} files`,
      span: null,
      description: `The files of the pictures have ${Math.round(bytes / 1_000)} KB together.`,
      detail: { bytes },
    }
  },
}

export const format: Rule = {
  name: 'images/format',
  severity: 'error',
  title: 'An email client does not show pictures of this format.',
  sources: [{ title: 'caniemail: image formats', url: 'https://www.caniemail.com/features/' }],
  find: (email) =>
    changesOf(
      email,
      (change) => change === 'image-not-shown',
      ({ what }) => `${what} is not shown in these email clients.`,
    ),
}

export const imageHttp: Rule = {
  name: 'images/http',
  severity: 'warning',
  title: 'A picture is fetched without encryption.',
  sources: [
    { title: 'W3C: Mixed Content §4', url: 'https://www.w3.org/TR/mixed-content/#upgrade-algorithm' },
  ],
  find: function* ({ html }) {
    for (const { element } of picturesOf(html)) {
      const src = findAttribute(element, 'src') ?? ''
      if (!/^\s*http:/i.test(src)) continue
      const span = attributeSpan(element, 'src')
      yield {
        // Pictures of one server are mended together.
        what: URL.parse(src.trim())?.origin ?? 'http:',
        span,
        description: 'The picture is fetched by http; web mail blocks or rewrites such pictures.',
        ...fixToHttps(html, span, 'Fetches it by https. Its server must answer there.'),
      }
    }
  },
}
