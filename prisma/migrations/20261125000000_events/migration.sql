-- What the list of emails, the list of an email's previews and their events need. Every column may be null, and no CHECK constraint names
-- them, so that workers and services of the release before go on writing rows. `subject` and `from_address` are erased with the content.

ALTER TABLE "emails"
  ADD COLUMN "subject" TEXT,
  ADD COLUMN "from_address" TEXT,
  ADD COLUMN "reference" TEXT,
  ADD COLUMN "revision_of" UUID;

ALTER TABLE "previews" ADD COLUMN "picture_sha256" BYTEA;
GRANT UPDATE ("picture_sha256") ON "previews" TO "pas_worker";

-- The list of an account's emails, newest first, of all and of one reference.
CREATE INDEX "emails_account_id_created_at_id_idx" ON "emails" ("account_id", "created_at", "id");
CREATE INDEX "emails_account_id_reference_idx" ON "emails" ("account_id", "reference", "created_at", "id") WHERE "reference" IS NOT NULL;
DROP INDEX "emails_account_id_created_at_idx";
