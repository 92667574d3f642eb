-- Equal pictures of an email are one object, named by their hash. Pictures of releases before are at their token.
ALTER TABLE "previews" ADD COLUMN "named_by_hash" BOOLEAN NOT NULL DEFAULT false;

-- The worker stores a picture only if no other preview of the email has an equal one.
GRANT SELECT ("picture_sha256", "named_by_hash"), UPDATE ("named_by_hash") ON "previews" TO "pas_worker";
GRANT SELECT ("picture_sha256", "named_by_hash"), UPDATE ("named_by_hash") ON "previews" TO "pas_images";
