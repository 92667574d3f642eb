import type { Response } from 'express'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { formTokenField } from '../sessions/form-protection'
import { signedInUserOf, type SignedInUser } from '../sessions/signed-in-user'

const productName = 'Partner Access'

/** What a page has beside its content. */
export interface PageOptions {
  /** What this page is; the product's name follows it. */
  title: string
  status?: number
  /** Scripts of ours, by path; every page works without them. */
  scripts?: readonly string[]
  /** Left out of pages that ask one question and nothing else. */
  navigation?: boolean
  /** One column of text, for pages that ask or say one thing. */
  narrow?: boolean
}

/** Answers with a page. React escapes every text and attribute that is put into it. */
export function sendPage(res: Response, options: PageOptions, content: ReactNode): void {
  const markup = renderToStaticMarkup(
    <Page options={options} header={<Header res={res} navigation={options.navigation ?? true} />}>
      {content}
    </Page>,
  )
  res
    .status(options.status ?? 200)
    .type('html')
    .send(`<!doctype html>${markup}`)
}

function Page({
  options: { title, scripts = [], narrow = false },
  header,
  children,
}: {
  options: PageOptions
  header: ReactNode
  children: ReactNode
}): ReactNode {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{`${title} · ${productName}`}</title>
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
        {header}
        <main id="content" className={narrow ? 'narrow' : undefined} tabIndex={-1}>
          {children}
        </main>
      </body>
    </html>
  )
}

function Header({ res, navigation }: { res: Response; navigation: boolean }): ReactNode {
  const user = signedInUserOf(res)
  // A request that was refused early has no token yet, and a button that cannot work is not shown.
  const canNavigate = navigation && user && res.locals.formToken !== undefined
  return (
    <header>
      <span className="brand">
        <img src="/assets/icon.svg" alt="" width="28" height="28" />
        {productName}
      </span>
      {canNavigate && <Navigation user={user} here={res.req.path} formToken={formTokenOf(res)} />}
    </header>
  )
}

const places = [
  { path: '/settings/clients', name: 'Email clients' },
  { path: '/settings/applications', name: 'Applications' },
  { path: '/switch', name: 'Switch user' },
]

function Navigation({
  user,
  here,
  formToken,
}: {
  user: SignedInUser
  here: string
  formToken: string
}): ReactNode {
  return (
    <nav aria-label="Account">
      {places.map(({ path, name }) => (
        <a key={path} href={path} aria-current={path === here ? 'page' : undefined}>
          {name}
        </a>
      ))}
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
