import type { Description } from './description'

/** URLs of assets are `asset:NAME`. */
export interface FeatureEmails {
  withFeature: string
  withoutFeature: string
  /** What a client may make of the email without honouring the feature: a picture like one of these does not count. */
  misread: string[]
}

interface Parts {
  style?: string
  head?: string
  bodyTag?: string
  body: string
}

/** In the same `style` attribute or block as the feature: shows when a client drops the whole of it. */
const sentinel = 'color:#0b5f9e'
const sentinelRule = `.keep{${sentinel}}`
const sentinelParagraph = '<p class="keep">These words keep their colour</p>'

/** With and without the feature, and in nothing else different. */
export function makeEmails(description: Description): FeatureEmails {
  switch (description.shows) {
    case 'declaration': {
      const { css, plainCss, on, also } = description
      const email = (declarations: readonly (string | undefined)[]): string => {
        const style = declarations.filter(Boolean).join(';')
        return document({
          body: on.replaceAll('{style}', style ? `style="${style.replaceAll('"', "'")}"` : ''),
        })
      }
      return {
        withFeature: email([sentinel, also, css]),
        withoutFeature: email([sentinel, also, plainCss]),
        misread: [email([])],
      }
    }
    case 'rule': {
      const { css, plainCss = '', also = '', on, misreadCss = [] } = description
      const body =
        sentinelParagraph + on.replaceAll('{style}', 'class="mark" style="background-color:#dde6ee"')
      // The feature's rules go first: an @import is valid only at the beginning of a style sheet.
      const email = (rules: string): string => document({ style: `${rules}\n${also}\n${sentinelRule}`, body })
      return {
        withFeature: email(css),
        withoutFeature: email(plainCss),
        misread: [document({ body }), ...misreadCss.map(email)],
      }
    }
    case 'markup': {
      const { html, plainHtml, place, on = '', misreadHtml = [] } = description
      const email = (text: string): string => {
        if (place === 'head') return document({ head: text, body: on })
        if (place === 'body-tag') return document({ bodyTag: text, body: '<p>Marker words</p>' })
        return document({ body: `${text}${on}` })
      }
      return {
        withFeature: email(html),
        withoutFeature: email(plainHtml),
        misread: misreadHtml.map(email),
      }
    }
    case 'image': {
      const email = (image: string): string =>
        document({ body: `<table border="1"><tr><td>${image}</td><td>Beside</td></tr></table>` })
      const element = (url: string): string => `<img src="${url}" width="80" height="60" alt="">`
      return {
        withFeature: email(element(description.url)),
        withoutFeature: email(''),
        misread: [email(element(description.brokenUrl))],
      }
    }
  }
}

/** With two heads: the Yahoo app for Android drops the first (caniemail, html-style, note 3). */
function document({ style, head = '', bodyTag = '', body }: Parts): string {
  const block = style === undefined ? '' : `<style>\n${style}\n</style>`
  return [
    '<!DOCTYPE html>',
    '<html><head><title>Mail</title></head>',
    `<head>${head}${block}</head>`,
    `<body${bodyTag && ` ${bodyTag}`}>`,
    '<p>First line</p>',
    body,
    '<p>Last line</p>',
    '</body></html>',
  ].join('\n')
}
