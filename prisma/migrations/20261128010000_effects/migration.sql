-- Whether a change of an email client is seen in this email: a worker draws the email without the change.
ALTER TABLE "email_checks"
  ADD COLUMN "pictures" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "changes_seen" INTEGER,
  ADD COLUMN "changes_unknown" INTEGER,
  DROP CONSTRAINT "email_checks_name_check",
  ADD CONSTRAINT "email_checks_name_check" CHECK ("name" IN ('contrast', 'effects', 'links', 'spam', 'report')),
  DROP CONSTRAINT "email_checks_client_check",
  ADD CONSTRAINT "email_checks_client_check" CHECK (("name" IN ('contrast', 'effects')) = ("email_client" <> '') AND ("name" IN ('contrast', 'effects')) = ("engine" IS NOT NULL)),
  ADD CONSTRAINT "email_checks_effects_check" CHECK ("name" = 'effects' OR ("pictures" = 0 AND "changes_seen" IS NULL AND "changes_unknown" IS NULL));

GRANT UPDATE ("pictures", "changes_seen", "changes_unknown") ON "email_checks" TO "pas_worker";
ALTER POLICY "audits" ON "email_checks" USING ("name" IN ('contrast', 'effects')) WITH CHECK ("name" IN ('contrast', 'effects'));

ALTER TABLE "removed_usage" ADD COLUMN "effect_pictures" INTEGER NOT NULL DEFAULT 0;
