import type { ReactNode } from 'react'

/**
 * What became of the form that was sent: a message of success, or what failed and what to do. A faulty field names the
 * error's id, `error`, as its description.
 */
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
