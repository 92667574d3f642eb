-- Which user gave a consent, or got a code or tokens, while acting for another user (/switch), so that these end when that user is
-- disabled or deleted. Null where the user acted for themselves, and for what is older than this migration.
ALTER TABLE "consents" ADD COLUMN "actor_user_id" INTEGER;
ALTER TABLE "authorization_codes" ADD COLUMN "actor_user_id" INTEGER;
-- Without a foreign key, as the table's other columns.
ALTER TABLE "token_families" ADD COLUMN "actor_user_id" INTEGER;

-- Partial: what users allow for themselves costs no entry in them.
CREATE INDEX "consents_actor_user_id_idx" ON "consents"("actor_user_id") WHERE "actor_user_id" IS NOT NULL;
CREATE INDEX "authorization_codes_actor_user_id_idx" ON "authorization_codes"("actor_user_id") WHERE "actor_user_id" IS NOT NULL;
CREATE INDEX "token_families_actor_user_id_idx" ON "token_families"("actor_user_id") WHERE "actor_user_id" IS NOT NULL;

ALTER TABLE "consents" ADD CONSTRAINT "consents_actor_user_id_fkey" FOREIGN KEY ("actor_user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "authorization_codes" ADD CONSTRAINT "authorization_codes_actor_user_id_fkey" FOREIGN KEY ("actor_user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
