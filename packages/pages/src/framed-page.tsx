import type { Response } from 'express'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** The name of the product, on every page and in every title. */
const productName = 'Partner Access'

/** What a page has beside its content. */
export interface FrameOptions {
  /** What this page is; the product's name follows it. */
  title: string
  status?: number
  /** Paths of our own scripts; every page works without them. */
  scripts?: readonly string[]
  /** One column of text, for pages that ask or say one thing. */
  narrow?: boolean
}

/** Answers with a page under the product's header, with `navigation` in it. React escapes every text and attribute that is put into it. */
export function sendFramedPage(
  res: Response,
  { title, status = 200, scripts = [], narrow = false }: FrameOptions,
  navigation: ReactNode,
  content: ReactNode,
): void {
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{`${title} · ${productName}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/tokens.css" />
        <link rel="stylesheet" href="/assets/style.css" />
        {scripts.map((path) => (
          <script key={path} src={path} defer />
        ))}
      </head>
      <body>
        <a className="skip" href="#content">
          Skip to content
        </a>
        <header>
          <span className="brand">
            <img src="/assets/icon.svg" alt="" width="28" height="28" />
            {productName}
          </span>
          {navigation}
        </header>
        <main id="content" className={narrow ? 'narrow' : undefined} tabIndex={-1}>
          {content}
        </main>
      </body>
    </html>,
  )
  res.status(status).type('html').send(`<!doctype html>${markup}`)
}
