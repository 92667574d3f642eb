import type { ReactNode } from 'react'

/** The error has the id `error`, for the `aria-describedby` of the field that is wrong. */
export const Outcome = ({
  notice,
  error,
}: {
  notice?: string | null | undefined
  error?: string | null | undefined
}): ReactNode => (
  <>
    {notice && (
      <p className="notice" role="status">
        {notice}
      </p>
    )}
    {error && (
      <p className="error" role="alert" id="error">
        {error}
      </p>
    )}
  </>
)
