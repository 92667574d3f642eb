-- A link that ends with its user or application says so (410) for 30 days, as one that was revoked does, so its row stays. Before a
-- user or an application is deleted, packages/retention revokes its links: a link without either is its account's own and opens.
ALTER TABLE "shares" DROP CONSTRAINT "shares_oauth_application_id_fkey";
ALTER TABLE "shares" DROP CONSTRAINT "shares_user_id_fkey";
ALTER TABLE "shares" ADD CONSTRAINT "shares_oauth_application_id_fkey" FOREIGN KEY ("oauth_application_id") REFERENCES "oauth_applications"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "shares" ADD CONSTRAINT "shares_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- For the operator's list, oldest first.
CREATE INDEX "shares_created_at_id_idx" ON "shares"("created_at", "id");

-- The user with whose access token an endpoint was made. Endpoints of older releases have none, and end with their application.
ALTER TABLE "webhooks" ADD COLUMN "user_id" INTEGER;
CREATE INDEX "webhooks_user_id_idx" ON "webhooks"("user_id");
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
