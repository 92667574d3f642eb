-- Mail comes in by SMTP. The user name is the inbox; the recipients are those of the header and of the envelope.
ALTER TABLE "emails"
    ADD COLUMN "inbox" TEXT,
    ADD COLUMN "recipients" TEXT[] NOT NULL DEFAULT '{}';
CREATE INDEX "emails_account_id_inbox_created_at_id_idx" ON "emails"("account_id", "inbox", "created_at", "id")
    WHERE "inbox" IS NOT NULL;

-- A key that sends mail in and does nothing else, for the settings of an app.
ALTER TABLE "api_keys" ADD COLUMN "only_mail" BOOLEAN NOT NULL DEFAULT false;
