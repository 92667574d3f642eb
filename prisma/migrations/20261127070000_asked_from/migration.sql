-- AlterTable: null for captures that the owner asked for, and for those of api processes of the release before, which make
-- rows without it while they are replaced.
ALTER TABLE "previews" ADD COLUMN     "asked_from" SMALLINT;
