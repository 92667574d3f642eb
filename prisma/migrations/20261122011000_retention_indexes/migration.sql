-- What the scheduled jobs ask every few seconds or minutes finds its rows by an index, in order, however many rows there are. Makes seven
-- indexes: emails, previews and the tokens' tables take no new rows meanwhile, about a second for a million rows of each.

-- DropIndex
DROP INDEX "authorization_codes_expires_at_idx";

-- DropIndex
DROP INDEX "token_families_expires_at_idx";

-- DropIndex
DROP INDEX "access_tokens_expires_at_idx";

-- DropIndex
DROP INDEX "refresh_tokens_expires_at_idx";

-- DropIndex
DROP INDEX "emails_content_erased_at_expires_at_idx";

-- DropIndex
DROP INDEX "previews_captured_at_idx";

-- A BRIN index keeps the oldest time of a range of pages after the row is gone and the page is used again: after some weeks every range
-- seems to have expired rows, and each run reads the whole table. These cost an exchange nothing that could be measured: new rows are at
-- their end, and no update touches the column.

-- CreateIndex
CREATE INDEX "authorization_codes_expires_at_idx" ON "authorization_codes"("expires_at");

-- CreateIndex
CREATE INDEX "token_families_expires_at_idx" ON "token_families"("expires_at");

-- CreateIndex
CREATE INDEX "access_tokens_expires_at_idx" ON "access_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "refresh_tokens_expires_at_idx" ON "refresh_tokens"("expires_at");

-- Emails with their content, by its end; and those without, by the time of its erasure. Of two, as an index on both columns gives no order
-- by the second where the first is null.

CREATE INDEX "emails_expires_at_id_idx" ON "emails"("expires_at", "id") WHERE "content_erased_at" IS NULL;

CREATE INDEX "emails_content_erased_at_id_idx" ON "emails"("content_erased_at", "id") WHERE "content_erased_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "previews_captured_at_id_idx" ON "previews"("captured_at", "id");
