-- Accounts of the operator's own, such as the board's: deleting one by mistake would end the board. The default keeps the services of the
-- release before, which insert no such column, working.
ALTER TABLE "accounts" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'partner';
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_kind_check" CHECK ("kind" IN ('partner', 'own'));
UPDATE "accounts" SET "kind" = 'own' WHERE "id" IN (SELECT "account_id" FROM "oauth_applications" WHERE "first_party");
