import type { Response } from 'express'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { menuScript, NavigationBar, type Navigation } from './navigation-bar'
import { navigationTexts } from './navigation-texts'
import { languageOf } from './languages'
import { productOf } from './product'

export interface FrameOptions {
  /** The product's name is appended. */
  title: string
  status?: number
  styles?: readonly string[]
  /** Every page works without them. */
  scripts?: readonly string[]
  narrow?: boolean
  /** Between header and content. */
  banner?: ReactNode
}

/**
 * `content` has to be in the language of the request (`languageOf`). With `navigation`, the product's name leads to
 * `/`. React escapes every text and attribute.
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
