const behaviour = 'what a reader does with it, not how it looks'
const assistive = 'for assistive technology; nothing to see'
const pointer = 'shows only while somebody points, presses or types'
const animated = 'only its movement shows'
const format = 'Chromium draws no such picture'

/** Why a still picture cannot show them, by slug. */
export const unjudged: Readonly<Record<string, string>> = {
  amp: 'another document, which no picture of the HTML part holds',
  bimi: 'a logo beside the message, not in it',
  'css-comments': 'where comments are honoured nothing shows',
  'css-cursor': pointer,
  'css-font-stretch': 'no font that pictures are drawn with has several widths',
  'css-hyphenate-limit-chars': 'the engine has no dictionary to hyphenate by',
  'css-inert-attribute': behaviour,
  'css-pseudo-class-active': pointer,
  'css-pseudo-class-focus': pointer,
  'css-pseudo-class-focus-visible': pointer,
  'css-pseudo-class-focus-within': pointer,
  'css-pseudo-class-hover': pointer,
  'css-pseudo-class-target': 'shows only after a link was followed',
  'css-pseudo-class-visited': 'shows only after a link was followed',
  'css-transition': animated,
  'css-user-select': behaviour,
  'html-anchor-links': behaviour,
  'html-aria-describedby': assistive,
  'html-aria-hidden': assistive,
  'html-aria-label': assistive,
  'html-aria-labelledby': assistive,
  'html-aria-live': assistive,
  'html-comments': 'where comments are honoured nothing shows',
  'html-doctype': "a webmail's own page decides the mode, with or without one in the email",
  'html-form': behaviour,
  'html-image-maps': behaviour,
  'html-input-hidden': 'never visible',
  'html-loading-attribute': behaviour,
  'html-mailto-links': behaviour,
  'html-popover': behaviour,
  'html-required': behaviour,
  'html-role': assistive,
  'html-target': behaviour,
  'image-apng': animated,
  'image-hdr': format,
  'image-heif': format,
  'image-mp4': format,
  'image-tiff': format,
}
