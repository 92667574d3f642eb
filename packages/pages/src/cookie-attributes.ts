/** For this host and HTTPS alone, hidden from scripts, not sent with cross-site POSTs. */
export const cookieAttributes = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const
