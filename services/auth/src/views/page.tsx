import type { Response } from 'express'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { formTokenField } from '../sessions/form-protection'
import { signedInUserOf, type SignedInUser } from '../sessions/signed-in-user'

/** What a page has beside its content. */
export interface PageOptions {
  title: string
  status?: number
  /** Scripts of ours, by path; every page works without them. */
  scripts?: readonly string[]
  /** Left out of pages that ask one question and nothing else. */
  navigation?: boolean
}

/** Answers with a page. React escapes every text and attribute that is put into it. Pages are somebody's own: never cached. */
export function sendPage(res: Response, options: PageOptions, content: ReactNode): void {
  const { status = 200 } = options
  const user = signedInUserOf(res)
  // The token a form needs was set by `app` for every page request.
  const formToken = String(res.locals.formToken)
  const markup = renderToStaticMarkup(
    <Page options={options} user={user} formToken={formToken}>
      {content}
    </Page>,
  )
  res.setHeader('Cache-Control', 'no-store')
  res.status(status).type('html').send(`<!doctype html>${markup}`)
}

function Page({
  options: { title, scripts = [], navigation = true },
  user,
  formToken,
  children,
}: {
  options: PageOptions
  user: SignedInUser | null
  formToken: string
  children: ReactNode
}): ReactNode {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/style.css" />
        {scripts.map((path) => (
          <script key={path} src={path} defer />
        ))}
      </head>
      <body>
        <a className="skip" href="#content">
          Skip to content
        </a>
        <header>{user && navigation && <Navigation user={user} formToken={formToken} />}</header>
        <main id="content">{children}</main>
      </body>
    </html>
  )
}

function Navigation({ user, formToken }: { user: SignedInUser; formToken: string }): ReactNode {
  return (
    <nav aria-label="Account">
      <a href="/settings/clients">Email clients</a>
      <a href="/settings/applications">Applications</a>
      <a href="/switch">Switch user</a>
      <span className="who">
        {user.firstName} {user.lastName}
      </span>
      <form method="post" action="/logout">
        <FormToken value={formToken} />
        <button className="quiet">Sign out</button>
      </form>
    </nav>
  )
}

/** The hidden field that every form of ours has. */
export function FormToken({ value }: { value: string }): ReactNode {
  return <input type="hidden" name={formTokenField} value={value} />
}

/** The token for the forms of this request's page. */
export const formTokenOf = (res: Response): string => String(res.locals.formToken)
