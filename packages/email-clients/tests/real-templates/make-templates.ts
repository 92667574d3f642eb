import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as email from '@react-email/components'
import { Inky } from 'inky'
import mjml2html from 'mjml'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { isLongRun } from '@pas/testing/long-run'

/** In `npm run test:long`, all of Foundation's. They share one style sheet, and reading that takes most of the time. */
const foundationNames = isLongRun
  ? 'basic drip hero marketing newsletter newsletter-2 order password sidebar sidebar-hero welcome'
  : 'drip'

/** Emails as template engines make them, by name. */
export const templates = {
  mjml: async () => (await mjml2html(mjmlNewsletter, { validationLevel: 'strict' })).html,
  'react-email': () => `<!DOCTYPE html>${renderToStaticMarkup(reactNewsletter())}`,
  'responsive-html-email-template': () => readBeside(responsiveTemplate, 'email-inlined.html'),
  ...Object.fromEntries(
    foundationNames.split(' ').map((name) => [`foundation-emails ${name}`, () => foundationTemplate(name)]),
  ),
} satisfies Readonly<Record<string, () => string | Promise<string>>>

/** Makes a newsletter of 150 KB with numbered paragraphs, which some clients cut. */
export async function makeLongTemplate(): Promise<string> {
  const section = (number: number): string =>
    `<mj-section><mj-column><mj-text>Paragraph ${number} of many.</mj-text></mj-column></mj-section>`
  const sections = Array.from({ length: 110 }, (_, index) => section(index)).join('')
  return (await mjml2html(`<mjml><mj-body>${sections}</mj-body></mjml>`)).html
}

const responsiveTemplate = require.resolve('responsive-html-email-template/package.json')
const foundation = require.resolve('foundation-emails/package.json')

const readBeside = (manifest: string, file: string): string =>
  readFileSync(path.join(path.dirname(manifest), file), 'utf8')

/** An email with many kinds of blocks, a preheader, and content for Word only and for all but Word. */
const mjmlNewsletter = `
  <mjml>
    <mj-head><mj-title>Not in the message</mj-title><mj-preview>Only in the inbox</mj-preview></mj-head>
    <mj-body>
      <mj-section><mj-column><mj-text>First words &amp; <b>more</b></mj-text></mj-column></mj-section>
      <mj-raw><!-- [a remark] --><!--[if mso]><p>For Word alone</p><![endif]--></mj-raw>
      <mj-raw><!--[if !mso]><!--><p>For all but Word</p><!--<![endif]--></mj-raw>
      <mj-raw><div style="display:none;mso-hide:all">Hidden from all</div></mj-raw>
      <mj-hero background-url="https://x.example/hero.png" background-height="200px" background-width="600px" height="200px">
        <mj-text>On a picture</mj-text>
      </mj-hero>
      <mj-section background-url="https://x.example/bg.png"><mj-column>
        <mj-button href="https://x.example/">A button</mj-button><mj-divider /><mj-spacer height="20px" />
        <mj-table><tr><td>A cell</td><td>Another cell</td></tr></mj-table>
      </mj-column></mj-section>
      <mj-wrapper><mj-section><mj-group>
        <mj-column><mj-text>Left</mj-text></mj-column><mj-column><mj-text>Right</mj-text></mj-column>
      </mj-group></mj-section></mj-wrapper>
      <mj-section><mj-column><mj-social><mj-social-element name="facebook" href="https://x.example/">Share</mj-social-element></mj-social>
        <mj-text>Call +49 30 1234567, write to us@x.example, see www.x.example</mj-text></mj-column></mj-section>
    </mj-body>
  </mjml>`

function reactNewsletter(): ReactElement {
  const { Body, Button, Column, Container, Head, Heading, Hr, Html, Img, Link, Preview, Row, Section, Text } =
    email
  return createElement(
    Html,
    null,
    createElement(Head, null, createElement('title', null, 'Not in the message')),
    createElement(Preview, { children: 'Only in the inbox' }),
    createElement(
      Body,
      { style: { backgroundColor: '#ffffff' } },
      createElement(
        Container,
        null,
        createElement(Heading, { as: 'h2' }, 'A heading'),
        createElement(Text, null, 'First words & ', createElement('b', null, 'more')),
        createElement(
          Section,
          null,
          createElement(Button, { href: 'https://x.example/', style: { padding: 12 } }, 'A button'),
        ),
        createElement(Row, null, createElement(Column, null, 'Left'), createElement(Column, null, 'Right')),
        createElement(Img, { src: 'https://x.example/a.png', alt: 'A picture', width: 100 }),
        createElement(Hr),
        createElement(Text, null, createElement(Link, { href: 'https://x.example/bye' }, 'Unsubscribe')),
      ),
    ),
  )
}

/** Makes an email from a template of Foundation for Emails: its own tags become tables, its style sheet a `<style>`. */
export function foundationTemplate(name: string): string {
  const css = readBeside(foundation, 'dist/foundation-emails.css')
  // A menu item without an address, of which its templates have some, leads to "undefined".
  const body = new Inky({})
    .releaseTheKraken(readBeside(foundation, `templates/${name}.html`))
    .replaceAll('href="undefined"', 'href="#"')
  return `<!doctype html><html><head><meta name="viewport" content="width=device-width"><title>Not in the message</title><style>${css}</style></head><body>
<span class="preheader" style="display:none">Only in the inbox</span>
<table class="body"><tr><td class="center" align="center" valign="top"><center>${body}</center></td></tr></table></body></html>`
}
