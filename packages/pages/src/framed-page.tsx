import type { Response } from 'express'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { menuScript, NavigationBar, type Navigation } from './navigation-bar'
import { navigationTexts } from './navigation-texts'
import { languageOf } from './languages'
import { productOf } from './product'

/** What a page needs beside its content. */
export interface FrameOptions {
  /** The page's title, without the product's name, which is appended. */
  title: string
  /** The HTTP status; 200 by default. */
  status?: number
  /** Paths of the service's own style sheets, which follow those of every page. */
  styles?: readonly string[]
  /** Paths of the service's own scripts. Every page works without them. */
  scripts?: readonly string[]
  /** Whether the page is one narrow column, as for a question or a message. */
  narrow?: boolean
  /** What stands between the header and the content, such as a bar with a warning. */
  banner?: ReactNode
}

/**
 * Answers with an HTML page. With `navigation`, its header has the navigation, and the product's name leads to `/`. `<html lang>` is the language of the
 * request (`languageOf`), so `content` has to be in that language. React escapes every text and attribute.
 */
export function sendFramedPage(
  res: Response,
  { title, status = 200, styles = [], scripts = [], narrow = false, banner }: FrameOptions,
  navigation: Navigation | null,
  content: ReactNode,
): void {
  const language = languageOf(res.req)
  const texts = navigationTexts[language]
  const { name: productName, logoUrl, supportUrl } = productOf(res)
  const brand = (
    <>
      {logoUrl === null ? (
        <img src="/assets/icon.svg" alt="" width="28" height="28" />
      ) : (
        <img src={logoUrl} alt="" height="28" />
      )}
      {productName}
    </>
  )
  const markup = renderToStaticMarkup(
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <title>{`${title} · ${productName}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/tokens.css" />
        <link rel="stylesheet" href="/assets/style.css" />
        {styles.map((path) => (
          <link key={path} rel="stylesheet" href={path} />
        ))}
        {[...scripts, ...(navigation ? [menuScript] : [])].map((path) => (
          <script key={path} src={path} defer />
        ))}
      </head>
      <body>
        <a className="skip" href="#content">
          {texts.skip}
        </a>
        <header>
          {navigation ? (
            <a className="brand" href="/">
              {brand}
            </a>
          ) : (
            <span className="brand">{brand}</span>
          )}
          {navigation && <NavigationBar res={res} navigation={navigation} />}
        </header>
        {banner}
        <main id="content" className={narrow ? 'narrow' : undefined} tabIndex={-1}>
          {content}
        </main>
        {supportUrl !== null && (
          <footer>
            <a href={supportUrl}>{texts.help}</a>
          </footer>
        )}
      </body>
    </html>,
  )
  res.vary('Accept-Language, Cookie')
  res.status(status).type('html').send(`<!doctype html>${markup}`)
}
