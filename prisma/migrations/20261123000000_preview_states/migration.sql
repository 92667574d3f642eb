-- Which columns a preview has in each state (packages/captures/src/capture-state.ts). NOT VALID: holds for what is written from now on and
-- reads no row, so that the lock on the table is a short one; the next migration checks the rows that are there already. Workers and
-- services of the release before write nothing else.

ALTER TABLE "previews"
  ADD CONSTRAINT "previews_pending_check" CHECK ("status" <> 'pending' OR
    num_nonnulls("deadline_at", "captured_at", "width", "height", "truncated", "engine_version", "failed_at") = 0) NOT VALID,
  ADD CONSTRAINT "previews_capturing_check" CHECK ("status" <> 'capturing' OR ("deadline_at" IS NOT NULL AND
    num_nonnulls("captured_at", "width", "height", "truncated", "engine_version", "failed_at") = 0)) NOT VALID,
  ADD CONSTRAINT "previews_captured_check" CHECK ("status" <> 'captured' OR (
    num_nulls("captured_at", "width", "height", "truncated", "engine_version") = 0 AND
    num_nonnulls("deadline_at", "failure", "failed_at") = 0)) NOT VALID,
  ADD CONSTRAINT "previews_failed_check" CHECK ("status" <> 'failed' OR (num_nulls("failure", "failed_at") = 0 AND
    num_nonnulls("deadline_at", "captured_at", "width", "height", "truncated", "engine_version") = 0)) NOT VALID;
