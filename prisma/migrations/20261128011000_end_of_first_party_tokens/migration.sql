-- When the tokens of a code end at the latest: with the session in which it was issued, for the operator's own applications, such as the
-- board. Null for other applications, and for codes of auth processes of the release before.
ALTER TABLE "authorization_codes" ADD COLUMN "family_expires_at" TIMESTAMPTZ(3);
