-- A share link may also show what checks have found.
ALTER TABLE "shares"
    DROP CONSTRAINT "shares_shows_check",
    ADD CONSTRAINT "shares_shows_check" CHECK ("shows" <@ ARRAY['changes', 'checks', 'source']);
