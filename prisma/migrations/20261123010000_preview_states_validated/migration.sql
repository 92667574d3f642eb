-- Repairs what no release has written, but an operator's statement may have: a captured preview without all of its picture's columns is
-- captured anew if its email takes captures, and is failed otherwise, as is an attempt without a deadline; columns of another state go.
-- Then checks all rows, while they may be read and written.

UPDATE "previews" p
   SET "status" = (CASE WHEN e."content_erased_at" IS NULL AND e."expires_at" > now() THEN 'pending' ELSE 'failed' END)::"PreviewStatus",
       "failure" = CASE WHEN e."content_erased_at" IS NULL AND e."expires_at" > now() THEN p."failure" ELSE coalesce(p."failure", 'content_gone') END,
       "failed_at" = CASE WHEN e."content_erased_at" IS NULL AND e."expires_at" > now() THEN NULL ELSE now() END,
       "deadline_at" = NULL, "captured_at" = NULL, "width" = NULL, "height" = NULL, "truncated" = NULL, "engine_version" = NULL
  FROM "emails" e
 WHERE e."id" = p."email_id"
   AND ((p."status" = 'captured' AND num_nulls(p."captured_at", p."width", p."height", p."truncated", p."engine_version") > 0)
        OR (p."status" = 'capturing' AND p."deadline_at" IS NULL));

UPDATE "previews" SET "deadline_at" = NULL, "failure" = NULL, "failed_at" = NULL
 WHERE "status" = 'captured' AND num_nonnulls("deadline_at", "failure", "failed_at") > 0;

UPDATE "previews"
   SET "deadline_at" = CASE WHEN "status" = 'capturing' THEN "deadline_at" END,
       "captured_at" = NULL, "width" = NULL, "height" = NULL, "truncated" = NULL, "engine_version" = NULL,
       "failure" = CASE WHEN "status" = 'failed' THEN coalesce("failure", 'engine_failed') ELSE "failure" END,
       "failed_at" = CASE WHEN "status" = 'failed' THEN coalesce("failed_at", "requested_at") END
 WHERE "status" <> 'captured'
   AND (num_nonnulls("captured_at", "width", "height", "truncated", "engine_version") > 0
        OR ("status" <> 'capturing' AND "deadline_at" IS NOT NULL)
        OR ("status" <> 'failed' AND "failed_at" IS NOT NULL)
        OR ("status" = 'failed' AND num_nulls("failure", "failed_at") > 0));

ALTER TABLE "previews" VALIDATE CONSTRAINT "previews_pending_check";
ALTER TABLE "previews" VALIDATE CONSTRAINT "previews_capturing_check";
ALTER TABLE "previews" VALIDATE CONSTRAINT "previews_captured_check";
ALTER TABLE "previews" VALIDATE CONSTRAINT "previews_failed_check";
