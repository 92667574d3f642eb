import { FormToken, formTokenOf } from '@pas/pages/form-token'
import { sendFramedPage, type FrameOptions } from '@pas/pages/framed-page'
import { languageOf } from '@pas/pages/languages'
import type { Response } from 'express'
import type { ReactNode } from 'react'
import { pageTexts } from './page-texts'

/** Answers with a page of the board; for a signed-in user, with the navigation. */
export function sendPage(res: Response, options: FrameOptions, content: ReactNode): void {
  const { signedIn, formToken } = res.locals
  sendFramedPage(
    res,
    { styles: ['/assets/board.css'], ...options },
    // A request that was refused early has no form token, without which the button that signs out could not work.
    signedIn && formToken !== undefined && <Navigation res={res} fullName={signedIn.user.fullName} />,
    content,
  )
}

/**
 * Whether the navigation marks this place for a page's path. The pages of one email belong to the place of all emails.
 */
const isHere = (place: string, path: string): boolean =>
  place === '/' ? path === '/' || path.startsWith('/emails') : path === place

const places = [
  { path: '/', name: 'emails' },
  { path: '/shares', name: 'shares' },
] as const

function Navigation({ res, fullName }: { res: Response; fullName: string }): ReactNode {
  const texts = pageTexts[languageOf(res.req)]
  return (
    <nav aria-label={texts.navigation}>
      {places.map(({ path, name }) => (
        <a key={path} href={path} aria-current={isHere(path, res.req.path) ? 'page' : undefined}>
          {texts[name]}
        </a>
      ))}
      <div className="session">
        <span className="who">
          <bdi>{fullName}</bdi>
        </span>
        <form method="post" action="/signout">
          <FormToken value={formTokenOf(res)} />
          <button className="quiet">{texts.signOut}</button>
        </form>
      </div>
    </nav>
  )
}
